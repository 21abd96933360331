//! What sentences say: that something makes or changes the shape of a database by itself, or that scripts of a container
//! decide it.
//!
//! A sentence is judged by what it has: an occasion, an act in the present, and an object of a database. Words alone say
//! nothing: the same ones forbid, report, and speak of caches.

use super::matcher::{self, Rules, is_among};
use super::pattern::Pattern;
use super::read::prose::mood;
use super::region::{Mood, Region, Role};
use super::required::Need;
use super::rules::{FIRST_BOOT, INIT_SCRIPT};

macro_rules! pattern {
    ($name:ident = $($text:expr),+ $(,)?) => {
        static $name: Pattern = Pattern::new(concat!($($text),+));
    };
}

pattern!(
    OCCASION = r"(?i)\b(?:on|at|upon|during|with|after|in|from|until)\s+(?:its |the |their |each |every |a |any |application |server |service |container |process |gateway |app |system |pod )*(?:very )?(?:[`\w-]+ ){0,2}(?:first|next|initial|cold)?[ -]?(?:start(?:-?up)?s?|starting|boot(?:ing|strapping)?|launch(?:es)?|run|use|request|connect(?:ion|s)?|deploy(?:ment)?s?|install(?:ation)?|log-?in|access|load|initiali[sz]ation|roll-?outs?|upgrades?|restarts?|redeploys?|release)\b",
    r"|\b(?:first|next|each|every)[ -](?:start(?:-?up)?|boot|run|time|launch|use|request|connection|deploy(?:ment)?|log-?in|restart|release|visit|query|call|insert|write)\b|\bboot(?:s|ing)? (?:sequence|order|process|phase)\b|\bstart-?up (?:sequence|hook|code|routine|phase|tasks?)\b",
    r"|\b(?:when(?:ever)?|once|while|as soon as|if|where|until|unless|after|before)\b[^.;]*\b(?:starts?|started|starting|boots?|launch\w*|comes? up|loads?|enabled|is set|set|switched on|connects?|deploy\w*|installed|missing|absent|not|lacks?|first|new version|newer|restarts?|opens?|joins?|signs? up|empty|accepts?|serves?|serving|listens?|appears?|answers?|takes? traffic|traffic|ready|runs?|wakes?|detects?|finds?|sees?|needs?|older|behind|out of date|differs?|changes?)\b",
    r"|\bthe (?:moment|minute|instant)\b|\bsign-?up\b|\bfor (?:each|every)(?: new)? (?:tenant|customer|user|project|workspace|plug-?in|installation)\b|\bper (?:tenant|customer)\b|\b(?:keeps?|kept)\b|\b(?:takes?|taking|come|comes|goes) (?:effect|live)\b|\bno need\b|\bnobody (?:has|needs)\b|\bnothing (?:needs|has|else|is)\b|\b(?:do not|don\x27t|never|need not) (?:have to|need to|run|create|install|apply)\b|\bwithout (?:any |a )?(?:manual|separate|further|migration|operator)\b|\ball (?:it|you|that is|that\x27s) needs?\w*\b|\bsteps? (?:is|are) (?:needed|necessary|required)\b|\bautomatic(?:ally)?\b|\bautomagic\w*|\bauto-\w+|\bby (?:itself|themselves)\b|\b(?:on|of) (?:its|their) own\b|\bon[- ]demand\b|\blazily\b|\bon the fly\b|\bout of the box\b|\btransparently\b|\bbehind the scenes\b|\bself-\w+|\bin the background\b|\bthe probe\b|\bas needed\b|\b(?:it|them)self\b|\bthemselves\b|\bwaits for\b|\bsidecars?\b|\binit containers?\b|\bhooks?\b|\bentry-?points?\b|\bstart(?:-?up)? (?:scripts?|commands?)\b|\bwhichever\b|\bprior to\b|\bas (?:it|they|the \w+) (?:starts?|boots?|comes? up|launch\w*|loads?)\b|\bfirst (?:replica|pod|instance|process|gateway|node|one|container|client|user|request)\b|\bidempotent\w*\b|\b(?:boot|start|start-?up|launch|run)[- ]?time\b|\bon the way up\b|\bas (?:a )?part of (?:the|its|every|each|a) (?:\w+ )?(?:restart|start(?:-?up)?|boot|deploy\w*|upgrade|release|roll-?out|install\w*)\b|^\W*(?:activating|enabling|installing|starting|launching|booting|deploying|restarting|upgrading|adding)\b|\bjust works\b|^\W*(?:set|enable|turn on|switch on)\b[^;]{0,120}\band (?:the|your|its?|every|each)\b|\bwhat (?:the |an? |each )?(?:pod|service|container|gateway|server|app\w*|process|instance|image|entrypoint) does\b|\bwithin (?:the |an? |a few )(?:hour|minute|second|day)s?\b|\b(?:hourly|nightly|periodically|continuously)\b|\bunattended\b|\bfor you\b|\btakes? care\b|\bzero[- ](?:config\w*|touch)\b|\bstart(?:s|ing|ed)? (?:against|with|on) an? (?:empty|fresh|new|blank)\b|\bon (?:an?|the) (?:empty|fresh|new|blank) (?:database|server|volume|cluster)\b|\bstarting\b",
);
pattern!(
    ACT = r"(?i)\b(?:re-?)?(?:creates|installs|sets up|enables|adds|applies|migrates|brings|provisions|makes|alters|builds|restores|establishes|introduces|defines|deploys|completes|supplies|initiali[sz]es|syncs|synchroni[sz]es|upgrades|runs|executes|evolves|prepares|puts|bootstraps|ensures|lays|keeps|gets|receives|appears?|arrives?|handles|manages|maintains|owns|grows|fixes|extends|changes|modifies|registers|writes|pulls|pushes|ships?|converges|aligns|seeds|patches|adapts|reconciles|generates|adjusts|repairs|heals|activates|loads|drops|recreates|grants|rolls|catches|performs|does|looks after|stands up|fast-forwards|fills in|deals with|cares for|issues|sends|invokes|triggers|guarantees)\b",
    r"|\b(?:will|would|can|could|should|must|may|to|and|then|or|pods?|gateways|services|servers|containers|they|workers|processes|replicas|instances|we|also|first|does|it|automatically|plug-?ins|modules|agents|nodes|migrations?|jobs|drivers?|librar(?:y|ies)|adapters?|stores?|backends?|tools?|consumers?|clients?|daemons?|programs?|images?|probes?|scripts?|tasks?|itself|themselves|apps?|that|which|let)\s+(?:re-?)?(?:create|install|set up|enable|add|apply|migrate|bring|provision|make|alter|build|initiali[sz]e|sync|synchroni[sz]e|upgrade|run|execute|evolve|prepare|put|bootstrap|ensure|patch|adapt|reconcile|generate|repair|heal|activate|load|drop|recreate|perform|catch)\b",
    r"|\b(?:is|are|gets?|be|being|been)\s+(?:\w+ly\s+|also\s+|then\s+|first\s+|all\s+|always\s+|\w+wards\s+|now\s+)*(?:re-?)?(?:created|installed|set up|enabled|added|applied|migrated|brought|provisioned|made|altered|built|initiali[sz]ed|synced|synchroni[sz]ed|upgraded|run|executed|prepared|put|bootstrapped|generated|adjusted|loaded|dropped|recreated|carried out|performed|kept|taken care|handled|rolled)\b",
    r"|\b(?:creating|installing|applying|migrating|provisioning|altering|upgrading|adding|enabling)\b|\bauto-?(?:migrat|creat|provision|install|sync|updat|upgrad)\w*|\bself-(?:migrat|heal|provision|install|upgrad|updat)\w*|\bautomatic (?:schema |database |table )?(?:migrations?|creation|provisioning|set-?up|installation|upgrades?|updates?)\b|\bmigrations? (?:runs?|happens?|executes?|takes? place|kicks? in|starts?)\b|\bputs? in place\b|\btakes? care\b|\btakes? effect\b|\bgo(?:es)? live\b|\bspring into\b|\bcomes? into\b|\blaid (?:out|down)\b|\bmakes? sure\b|\bsees to\b|\bstarts? with\b|\bwill be there\b|\bcomes? with\b|\bup to date\b|\bin (?:sync|step)\b|\bfor you\b|\bcatch(?:es)? up\b|\bfollows?\b|^\W*(?:creates?|installs?|applies|apply|migrates?|runs?)\b",
);
pattern!(
    OBJECT = r"(?i)\b(?:liquibase|flyway|alembic|umzug|dbmate|sqitch|golang-migrate|goose|prisma migrate|sqlx migrate|ecto\.migrate)\b|\bextensions?\b|\bpgvector\b|`vector`|\bschema(?:ta|s)?\b|\btables?\b|\bcolumns?\b|\bindex(?:es)?\b|\bmigrations?\b|\bdatabase(?:'s)? (?:structure|layout|objects|shape|schema|forward|up to date|upgrade|migration|set-?up|changes)\b|\b(?:migrat\w+|upgrad\w+|bring\w*|prepar\w+|initiali[sz]\w+|provision\w*|evolv\w+|patch\w*|alter\w*) (?:the |its |their |your |a |each |every |any |new |this |that |old |tenant |existing )*(?:database|databases|postgres\w*)\b|\bdatabases?\b[^.]*\b(?:is|are|gets?) (?:\w+ly )?(?:migrated|upgraded|initiali[sz]ed|provisioned|prepared|brought)\b|\brelations\b|\bDDL\b|\bdata model\b|\bdatabase (?:it|they) needs?\b|\b\w+_MIGRATIONS?\b|\bmigrates\b|\bself-migrat\w*|\bdatabase (?:follows|keeps up|catches up|changes)\b|\bempty (?:database|server)\b|\bpostgres\w* (?:is|gets) (?:initiali[sz]ed|prepared|set up|provisioned|migrated|upgraded)\b|\bmigrat(?:es?|ing) (?:it|them)self\b|\b(?:schema|database) changes?\b|\bauto-?migrat\w*",
);
pattern!(
    ELSEWHERE = r"(?i)\b(?:the )?runner\b|mosaic-db-migrator|\bbootstrap (?:session|render|from outside)\b|\bsuperuser\b|`?--run`?|\bdatabase team\b|\bDBAs?\b|\bbrowsers?\b|\bcaches?\b|\bevent schema|\bgraphql\b|\bjson schema|\bschema registry|\bkafka|\bavro|\bprotobuf|\bpglite\b|\bsqlite\b|\bin[- ]memory\b|\bembedded (?:database|store|postgres\w*|engine|tier)\b|\bbirds?\b|\bflocks?\b|\bseasons?\b|\blocal (?:tier|store)\b|\bindexed-?db|\bvs ?code|\bchrome|\bfirefox|\belasticsearch|\bopensearch|\bsearch index|\bredis|\bvalkey|\bmongo\w*|\bxml\b|\bopenapi|\btable of contents|\bdining|\bfurniture|\bspreadsheet|\bno database\b|\brouting tables?\b|\blookup tables? in memory|\b(?:the|an?|each|every|your|this) entr(?:y|ies)\b|\bthe bundle\b|\bhash tables?\b|\bscann?(?:er|s)\b|\breview\w*\b|\bpull requests?\b|\biptables|\bmarkdown|\bhtml\b|\bfile extensions?\b|\bphp\b|\beditor\b|\bform schema|\bboard'?s? columns?\b|\bkanban|\bpages? loads?\b|\bmenu\b|\bwidgets?\b|\bwikis?\b|\bmailbox\w*|\brepositories\b|\bphotos?\b|\bguests?\b|\bwaiters?\b|\bseating\b|\bchairs?\b|\bkitchen\b|\bdinner|\blunch|\bwedding|\bparking\b|\bpool tables?|\btemp(?:orary)? tables?\b|\bmaterialized views? (?:is|are) refreshed|\brefresh\w*|\btype ?script\b|\bzod\b|\bimport(?:er|s)\b|\bfirewall\b|\b(?:auto)?vacuum\b|\bstatistics\b|\blucene\b|\bprose\b|\ba (?:text|sentence|page) says\b|\\fB\S*routes|\ba run\b|\bkeeps locked\b|\bwaited for\b|--> statement-breakpoint|\x22:\s*[\[{\x22]|\bCREATE (?:UNIQUE )?(?:TABLE|TYPE|INDEX|SCHEMA|FUNCTION) [^.]*[(;]",
);
pattern!(
    SCRIPTS = r"(?i)\b(?:init(?:iali[sz]ation)?|initdb|start-?up|entrypoint|boot(?:strap)?|first-(?:boot|run|start))[ -]?(?:db )?(?:scripts?|sql|folder|directory|files?|hooks?)\b|\binitdb(?:\.d)?\b|docker-entrypoint|`[^`]*init[^`]*(?:\.sql|\.sh|/)`|\bscripts? (?:in|from|under|of|inside|placed|mounted|that)\b|\b(?:everything|whatever|all|what) (?:\w+ )?(?:in|under|from|inside) `[^`]*(?:init|sql|db|entrypoint)[^`]*`|\bSQL (?:in|from|under|inside)\b|\bseed (?:scripts?|files?)\b|\bentry-?point\b|`?\.sql`?(?: (?:or|and) `?\.sh`?)? (?:files?|scripts?)|\b(?:files?|scripts?) (?:in|from|under|you put into|placed in|mounted (?:in|into|at|under)) `[^`]*(?:init|sql|db)[^`]*`|\bscript\b[^.]*\b(?:postgres|database) (?:container|image)\b|\b(?:postgres|database) (?:container|image)\b[^.]*\bscripts?\b",
);
pattern!(
    RUN_BY_IT = r"(?i)\b(?:runs?|executes?|plays|picks? up|loads|creates?|sets? up|decides?|defines?|makes?|seeds?|prepares?|determines?|initiali[sz]es|installs?|takes? care|is where|go(?:es)? (?:in|into|there)|put|add|place|drop|edit|own|owns|responsible|authoritative|source of truth|grants?|starts? with|comes? from|belongs?|ships?)\b|\b(?:is|are|be|being|gets?)\s+(?:\w+ly\s+)?(?:run|executed|played|loaded|applied|initiali[sz]ed|created|made|set up|prepared|defined|seeded|installed|built|determined|decided|governed|controlled|declared|described|specified)\b",
);
pattern!(
    OF_DATABASE = r"(?i)\b(?:databases?|data director(?:y|ies)|volumes?|roles?|schemas?|tables?|extensions?|new installation|postgres\w*|users?|grants?|privileges|cluster)\b",
);
pattern!(
    NOT_SCRIPTS = r"(?i)mosaic-db-migrator|\bbootstrap (?:render|session)|\bthe runner\b|\bgit hooks\b|\bsqlite\b|\bpglite\b|\bbroker\b|\brabbit|\bredis\b|\bmongo|\bprose\b|\ba (?:text|sentence|page) says\b|\\fB\S*routes|\bthe bundle\b|\bentries\b"
);
pattern!(
    ITEM = r"^[\W\d]*(?:(?:it|then|also|finally|and|next)\s+)*(?:creates?|installs?|sets? up|enables?|adds?|appl(?:y|ies)|migrates?|brings?|provisions?|makes?|alters?|builds?|initiali[sz]es?|sync(?:hroni[sz]e)?s?|upgrades?|runs?|executes?|prepares?|ensures?|seeds?|drops?|loads?)\b"
);
pattern!(
    SUFFICES = r"(?i)\b(?:empty|blank|fresh|bare)\s+(?:database|server|postgres\w*)\b[^.]*\b(?:is (?:all|enough|sufficient)|will do|suffices)\b|\b(?:only|just|all)\b[^.]{0,40}\bneed(?:s|ed)?\b[^.]{0,30}\b(?:empty|blank|fresh|bare)\s+(?:database|server|postgres\w*)\b",
);
pattern!(AFFIRMATIVE = r"(?i)^\W*yes\b");
pattern!(PRONOUN = r"(?i)\b(?:it|them|both|its|their|the rest|everything)\b");

pattern!(
    GOES_ON = r"(?i)^\W*(?:it|they|this|that|these|the (?:one|first|winner|latter|same)|one of (?:them|these)|whichever|both|each|then|there|after(?:wards| that))\b"
);
pattern!(
    STARTS = r"(?i)\b(?:upon|on|at|when|whenever|while|during|after|once|as soon as)\b[^.;]{0,40}\b(?:boot(?:s|ed|ing)?|start(?:s|ed|ing|-?up)?|launch(?:es|ed|ing)?|comes? up|restarts?|deploy(?:s|ed|ment)?|first)\b|^\W*(?:start|restart|launch|boot)\b"
);

/// What a file has in which a sentence says so.
pub(super) fn need(rule: &str) -> Need {
    match rule {
        FIRST_BOOT => {
            let acts = Need::any([ACT.need(), ITEM.need()]);
            let occasion = Need::any([OCCASION.need(), STARTS.need()]);
            Need::any([Need::all([OBJECT.need(), acts, occasion]), SUFFICES.need()])
        }
        INIT_SCRIPT => Need::all([SCRIPTS.need(), RUN_BY_IT.need(), OF_DATABASE.need()]),
        _ => Need::Nothing,
    }
}

/// What a sentence has that says so itself; what it is about, or when, may stand in one before.
pub(super) fn need_of_sentence() -> Need {
    let item = Need::all([ITEM.need(), OBJECT.need()]);
    let scripts = Need::all([RUN_BY_IT.need(), OF_DATABASE.need()]);
    let goes_on = Need::all([ACT.need(), OBJECT.need(), GOES_ON.need()]);
    Need::any([Need::all([ACT.need(), OCCASION.need()]), item, goes_on, SUFFICES.need(), scripts])
}

/// What a sentence has of which a judge says so, or that goes on what one before it began.
pub(super) fn need_of_judged() -> Need {
    let acts = Need::all([ACT.need(), Need::any([OCCASION.need(), GOES_ON.need()])]);
    let item = Need::all([ITEM.need(), OBJECT.need()]);
    let scripts = Need::all([RUN_BY_IT.need(), OF_DATABASE.need()]);
    Need::any([acts, item, SUFFICES.need(), scripts])
}

/// Which sentences say so, by the position of their regions.
pub(super) fn judge(regions: &[Region], among: &Rules) -> Vec<(&'static str, usize)> {
    let mut found = Vec::new();
    let (first_boot, init_script) = (is_among(FIRST_BOOT, among), is_among(INIT_SCRIPT, among));
    if !first_boot && !init_script {
        return found;
    }
    let mut before = "";
    // What a list goes on from: "When the container starts it".
    let mut lead = "";
    let is_said = |region: &Region| matches!(region.role, Role::Sentence | Role::Remark);
    let sentences = regions.iter().enumerate().filter(|(_, region)| is_said(region));
    let all: Vec<_> = sentences.collect();
    for (place, (position, region)) in all.iter().enumerate() {
        let text = region.text.as_str();
        let near = all.get(place + 1).map_or("", |(_, next)| next.text.as_str());
        let open = text.trim_end_matches(['?', '*', '_']);
        let answered = if open.len() < text.len() && AFFIRMATIVE.is_in(near) { open } else { text };
        let said = without_alternative(answered);
        let may_say_so = among.contains(matcher::EVERY)
            || matcher::may_say_so(text)
            || said.len() < text.len() && matcher::may_say_so(said);
        let asserts = || region.mood == Mood::Asserts && mood(said) == Mood::Asserts;
        let is_item = may_say_so && !lead.is_empty() && ITEM.is_in(text) && OBJECT.is_in(text);
        let here = || {
            is_first_boot(before, said)
                || SUFFICES.is_in(text)
                || is_item && OCCASION.is_in(lead) && mood(lead) == Mood::Asserts
        };
        if first_boot
            && may_say_so
            && here()
            && asserts()
            && !ELSEWHERE.is_in(text)
            && !ELSEWHERE.is_in(lead)
            && !is_no_database(near)
        {
            found.push((FIRST_BOOT, *position));
        }
        if !is_item && !text.ends_with(',') {
            lead = if text.ends_with(['.', '!', '?']) { "" } else { text };
        }
        let of_scripts = || {
            SCRIPTS.is_in(text) || PRONOUN.is_in(text) && SCRIPTS.is_in(before) && !NOT_SCRIPTS.is_in(before)
        };
        if init_script
            && may_say_so
            && of_scripts()
            && RUN_BY_IT.is_in(text)
            && OF_DATABASE.is_in(text)
            && !NOT_SCRIPTS.is_in(text)
            && asserts()
        {
            found.push((INIT_SCRIPT, *position));
        }
        before = if text.ends_with('?') { "" } else { text };
    }
    found
}

/// What is said of what is done, before what it is done instead of.
fn without_alternative(text: &str) -> &str {
    ["instead of", "rather than"]
        .iter()
        .filter_map(|word| text.find(word))
        .min()
        .and_then(|end| text.get(..end))
        .unwrap_or(text)
}

/// An occasion, an act and an object; the object may have been named in the sentence before.
fn is_first_boot(before: &str, text: &str) -> bool {
    let named = OBJECT.is_in(text);
    let spoken_of = || PRONOUN.is_in(text) && OBJECT.is_in(before) && !ELSEWHERE.is_in(before);
    let occasion = || {
        OCCASION.is_in(text)
            || GOES_ON.is_in(text)
                && STARTS.is_in(before)
                && !ELSEWHERE.is_in(before)
                && mood(before) == Mood::Asserts
    };
    (named || spoken_of()) && ACT.is_in(text) && occasion()
}

fn is_no_database(next: &str) -> bool {
    next.get(..60).unwrap_or(next).to_ascii_lowercase().contains("no database")
}
