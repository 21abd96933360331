//! What the operator sees. The answer goes to standard output, diagnostics and progress to standard error; in
//! JSON the answer is one document with the same keys whether the command succeeded or failed.

mod envelope;
mod text;

pub use text::chain;

use super::args::{Colour, Form, Presentation};
use super::exit::Failure;
use super::invocation::Invocation;
use crate::environment::{self, Environment, Variable};
use mosaic_db::error::Status;
use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::process::ExitCode;

/// What a command returns when it has something to say.
pub enum Reply {
    /// An answer in the form the operator chose.
    Answer(Answer),
    /// A document with a form of its own (help, manual, completions), printed as it is.
    Document(String),
}

/// An answer: the same facts as text and as JSON.
pub struct Answer {
    /// Whether the requested state was reached.
    pub ending: Ending,
    /// The facts as text, for standard output; empty or ending in a newline.
    pub text: String,
    /// The facts as a JSON object.
    pub result: serde_json::Value,
    /// Remarks that change nothing about the ending.
    pub notes: Vec<String>,
}

/// How a command ended.
pub enum Ending {
    /// The requested state was reached and verified; one sentence says so.
    Reached(String),
    /// It was not, although there are facts to report.
    NotReached(Failure),
}

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paint {
    Plain,
    Coloured,
}

/// The two channels and how they are written to.
pub struct Output {
    form: Form,
    paint: Paint,
    invocation: Invocation,
}

impl Output {
    /// What is known before the command line is understood, so that a usage error comes in the wanted form too.
    pub fn before_parsing(arguments: &[OsString], environment: &Environment) -> Self {
        let pairs = arguments.windows(2).any(|pair| pair[0] == "--output" && pair[1] == "json");
        let joined = arguments.iter().any(|argument| argument == "--output=json");
        let wanted = matches!(environment.text(Variable::Output), Ok(Some("json")));
        let form = if pairs || joined || wanted { Form::Json } else { Form::Text };
        Self { form, paint: paint(Colour::Auto, environment), invocation: Invocation::new() }
    }

    /// Settles form and colour: the option, else the environment, else text and automatic colour.
    ///
    /// # Errors
    /// `MOSAIC_OUTPUT` holds another word than `text` and `json`.
    pub fn choose(
        &mut self,
        chosen: Presentation,
        environment: &Environment,
    ) -> Result<(), environment::Error> {
        let variable = Variable::Output;
        self.paint = paint(chosen.color, environment);
        self.form = match (chosen.output, environment.text(variable)?) {
            (Some(form), _) => form,
            (None, None | Some("text")) => Form::Text,
            (None, Some("json")) => Form::Json,
            (None, Some(_)) => return Err(environment::Error::Value { variable, expected: "text or json" }),
        };
        Ok(())
    }

    /// The name of this run of the program.
    pub const fn invocation(&self) -> Invocation {
        self.invocation
    }

    /// What this run's sessions are called on the server.
    pub fn application_name(&self) -> String {
        format!("mosaic-db-migrator/{}", self.invocation)
    }

    /// One line of progress, on standard error.
    pub fn progress(&self, line: &str) {
        to_stderr(&format!("{line}\n"));
    }

    /// Renders how the command ended and gives the exit status.
    pub fn finish(&self, command: Option<&str>, ended: Result<Reply, Failure>) -> ExitCode {
        let written = match ended {
            Ok(Reply::Document(text)) => to_stdout(&text).map(|()| Status::Reached),
            Ok(Reply::Answer(answer)) => self.show(command, &answer),
            Err(failure) => self.show(command, &Answer::of_failure(failure)),
        };
        let status = written.unwrap_or_else(|error| {
            let failure = Failure::Output(error);
            to_stderr(&text::failure(&failure, self.paint));
            failure.code().entry().status
        });
        ExitCode::from(status.number())
    }

    fn show(&self, command: Option<&str>, answer: &Answer) -> io::Result<Status> {
        match self.form {
            Form::Json => to_stdout(&envelope::render(command, self.invocation, answer))?,
            Form::Text => {
                to_stdout(&answer.text)?;
                to_stderr(&text::notes(&answer.notes));
                if let Ending::NotReached(failure) = &answer.ending {
                    to_stderr(&text::failure(failure, self.paint));
                }
            }
        }
        Ok(answer.status())
    }
}

impl Answer {
    /// An answer that has nothing but a failure to tell.
    pub const fn of_failure(failure: Failure) -> Self {
        Self {
            ending: Ending::NotReached(failure),
            text: String::new(),
            result: serde_json::Value::Null,
            notes: Vec::new(),
        }
    }

    fn status(&self) -> Status {
        match &self.ending {
            Ending::Reached(_) => Status::Reached,
            Ending::NotReached(failure) => failure.code().entry().status,
        }
    }
}

fn paint(colour: Colour, environment: &Environment) -> Paint {
    // https://no-color.org: any value but the empty text. An explicit option wins.
    let no_color = matches!(environment.text(Variable::NoColor), Ok(Some(_)));
    match colour {
        Colour::Always => Paint::Coloured,
        Colour::Auto if !no_color && io::stderr().is_terminal() => Paint::Coloured,
        Colour::Auto | Colour::Never => Paint::Plain,
    }
}

/// A reader that went away (`| head`) wanted no more of the answer; what the command did is unaffected, and so is
/// its exit status. Any other failure means that the report is lost, and is one.
fn to_stdout(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// There is no channel left to report that this one failed.
fn to_stderr(text: &str) {
    let _unreportable = io::stderr().lock().write_all(text.as_bytes());
}
