//! The table of rules: what each one asks for, and why. A rule is added here and nowhere else; a test sees to it that
//! each has a file that only it objects to.

use serde::{Serialize, Serializer};

macro_rules! rules {
    ($( $variant:ident $id:literal $what:literal $why:literal )*) => {
        /// Something that has to hold of a deployment.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each variant is documented by its row")]
        pub enum Rule { $( $variant, )* }

        impl Rule {
            /// Every rule, in the order of the manual.
            pub const ALL: &[Self] = &[ $( Self::$variant, )* ];

            /// Its name, stable across releases.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )* }
            }

            /// What it asks for.
            #[must_use]
            pub const fn what(self) -> &'static str {
                match self { $( Self::$variant => $what, )* }
            }

            /// Why.
            #[must_use]
            pub const fn why(self) -> &'static str {
                match self { $( Self::$variant => $why, )* }
            }
        }
    };
}

rules! {
    // ---- of the file ---------------------------------------------------------------------------------------------
    FileComplete "deploy.file.complete"
        "A file says everything itself: no extends, include or volumes_from."
        "What is merged in from elsewhere is not read here, so nothing could be said of the result. Give what docker compose config prints instead."
    FilePaths "deploy.file.paths"
        "In a stack of Portainer every path of the machine is absolute."
        "Portainer keeps the file in a volume of its own; what a relative path leads to is found there, or made as an empty directory."
    FileIgnored "deploy.file.ignored"
        "A stack for a swarm relies on nothing that docker stack deploy passes over: depends_on, restart, security_opt."
        "A setting without effect looks like protection. What takes its place is a policy under deploy or a setting of the daemon."

    // ---- order ---------------------------------------------------------------------------------------------------
    RunnerOneShot "deploy.runner.one_shot"
        "The runner is not started again when it has ended."
        "A run that was refused is for a person to look at; started over and over it hides the refusal and takes the lock again and again."
    RunnerSingle "deploy.runner.single"
        "There is one runner, whatever is scaled."
        "A second one only waits for the lock of the first, and is reported as a failure."
    StepOneShot "deploy.step.one_shot"
        "Verification, handoff and import are not started again when they have ended."
        "Each acts on what the one before proved a moment ago; a repetition acts on what is stale, and an attestation counts once."
    StepSingle "deploy.step.single"
        "There is one of each of verification, handoff and import."
        "Two of them would publish, or act on, two different attestations."
    OrderRunner "deploy.order.runner"
        "The runner waits until the database is healthy."
        "Otherwise it ends with a refused connection, and what waits for it never starts."
    OrderGateway "deploy.order.gateway"
        "A gateway starts only when a runner of its database has ended well."
        "A gateway on yesterday's shape, or on none, is the failure this order exists for."
    OrderVerify "deploy.order.verify"
        "Verification starts only when the runner has ended well."
        "It would attest the state before the run."
    OrderHandoff "deploy.order.handoff"
        "The handoff starts only when verification has ended well."
        "It would find the attestation before, or none."
    OrderImporter "deploy.order.importer"
        "The importer starts only when the handoff has ended well."
        "It would act on an attestation that was not handed over for it."
    GatewayHealth "deploy.gateway.health"
        "A gateway has a health check."
        "A gateway whose database is not ready has to be seen not to be; without a check it is served to."
    CommandDirect "deploy.command.direct"
        "The program is started by itself: not by a shell, and with no other command in its container."
        "A shell goes on after a failure, ends with the status of its last command, and can start something else under the same identity."

    // ---- container -----------------------------------------------------------------------------------------------
    UserIdentity "deploy.user.identity"
        "Each part runs as its own user and in no further group: gateway 10001:10001, importer 10002:10002, runner 10003:10003, attested verification and handoff 0:0, the database as a user that is not root."
        "Files have one owner each. Only the parent that signs and the controller that hands over are root, and neither opens a socket."
    UserReserved "deploy.user.reserved"
        "No other service runs as one of these users, or in one of their groups."
        "It could read what was rendered for them."
    ContainerReadOnly "deploy.container.read_only"
        "The root file system is read-only."
        "What cannot be written to cannot be made to start something else the next time."
    ContainerCapDrop "deploy.container.cap_drop"
        "All capabilities are dropped."
        "None of the parts needs one by default, and each is a way around the owner and mode of a file."
    ContainerCapAdd "deploy.container.cap_add"
        "Attested verification and the handoff get SETUID, SETGID and CHOWN back; nobody gets anything else."
        "With these three a parent that is root can open files as their owners and give away what it wrote; without them it fails, and with more it could do more."
    ContainerPrivileges "deploy.container.no_new_privileges"
        "No process gains privileges when it starts a program (no-new-privileges)."
        "A forgotten set-user-ID program would give back what was dropped."
    ContainerPrivileged "deploy.container.privileged"
        "No container is privileged or has devices of the machine."
        "It is root on the machine, and so has every secret on it."
    ContainerNamespace "deploy.container.namespace"
        "No container shares a namespace with the machine or with another container."
        "Through a shared process, user or network namespace one identity sees the memory, files or sessions of another."
    ContainerSocket "deploy.container.socket"
        "No container has the socket of a container engine."
        "Whoever can talk to the engine can start a container with every secret mounted."
    ContainerHost "deploy.container.host"
        "No container has a directory of the system: /, /etc, /proc, /sys, /dev, /root, /home, /var, /run and the like."
        "Other services' secrets and the engine's own files lie there."
    ContainerConfined "deploy.container.confined"
        "The engine's confinement is not turned off (seccomp, AppArmor, SELinux)."
        "It is what stands between a defect of the kernel and the machine."
    ImageDigest "deploy.image.digest"
        "An image is named by its digest: name@sha256:…, where the digest may be a variable."
        "A tag can mean another image tomorrow. With @sha256: in the file, whatever the variable holds is a digest or refused by the engine."

    // ---- secrets -------------------------------------------------------------------------------------------------
    SecretEnvironment "deploy.secret.environment"
        "No credential is in the environment of a container."
        "The environment is shown by inspection, inherited by every child and printed by crash reports. Name a file instead."
    SecretEnvFile "deploy.secret.env_file"
        "No service has an env_file."
        "What it holds becomes the environment, and nothing in this file says what that is."
    SecretArguments "deploy.secret.arguments"
        "No credential is in a command or an entrypoint."
        "Arguments are visible to every user of the machine."
    SecretHealth "deploy.secret.health"
        "No credential is in a health check."
        "It is shown by inspection and is an argument each time it runs."
    SecretLabels "deploy.secret.labels"
        "No credential is in a label."
        "Labels are shown to everybody who may list containers."
    SecretBuild "deploy.secret.build"
        "No credential is a build argument."
        "It stays in the history of the image."
    SecretSource "deploy.secret.source"
        "No secret or config is made from the environment or from text in the file."
        "The credential would be in the deploying shell or in the repository."
    SecretMounted "deploy.secret.mounted"
        "Every file that a variable or option names comes from a mount, a secret or a config."
        "Otherwise it is part of the image, and of every copy of it."
    SecretReadOnly "deploy.secret.read_only"
        "What holds a secret is mounted read-only."
        "Who can write to it chooses which server is connected to."
    SecretIsolation "deploy.secret.isolation"
        "A secret is mounted where it is used and nowhere else; importer and verification have copies of their own of the importer's URL."
        "One identity, one credential: whoever has two can do what neither may."
    SecretForeign "deploy.secret.foreign"
        "No service is told of another identity's credential."
        "The program refuses to start then, and another program would use it."
    SecretMode "deploy.secret.mode"
        "In a swarm a secret has an owner and mode 0400 for each service: uid, gid and mode are given."
        "The default is root's and readable by everybody, which the program refuses."
    SecretIgnoredMode "deploy.secret.ignored_mode"
        "With Compose no secret from a file is given uid, gid or mode."
        "Compose passes over them: the file keeps the owner it has on the machine. Mount the directory of a generation instead."
    SecretVersioned "deploy.secret.versioned"
        "In a swarm the names of secrets and configs end in a version or hold a variable."
        "They cannot be changed, so a name without one is rotated by removing it under running services."
    TlsCa "deploy.tls.ca"
        "Every service that connects names the certificate authority it trusts (DATABASE_TLS_CA_CERT_PATH)."
        "Without it nothing is connected to; there is no default."

    // ---- what is shared ------------------------------------------------------------------------------------------
    VolumeShared "deploy.volume.shared"
        "Nothing is writable for two identities."
        "What one writes the other would believe."
    VolumeDatabase "deploy.volume.database"
        "Nobody else has what the database writes, not even to read."
        "The files hold every row and every password verifier."
    HandoffRoute "deploy.handoff.route"
        "The importer has nothing of what verification writes: its attestation comes from the handoff."
        "The handoff copies exactly the bytes that it verified, and seals them."
    AttestationReadOnly "deploy.attestation.read_only"
        "The importer's attestation is mounted read-only."
        "It is what decides whether the importer may write."

    // ---- the database and its network ----------------------------------------------------------------------------
    DatabasePublished "deploy.database.published"
        "No port of the database is published."
        "Whoever needs it is on its network."
    DatabaseInit "deploy.database.init"
        "Nothing is mounted where the image runs scripts when it starts for the first time."
        "The runner is the only way to change a shape, and a bootstrap is an audited session of a person."
    DatabaseAuth "deploy.database.auth"
        "The image is not told to accept logins in another way than SCRAM (POSTGRES_HOST_AUTH_METHOD)."
        "It writes a rule for all addresses, without TLS."
    DatabaseSettings "deploy.database.settings"
        "The database is started with a hba_file, and with ssl=on or a config_file."
        "The image's own files accept logins without TLS."
    NetworkInternal "deploy.network.internal"
        "Every network of the database is internal."
        "Neither the database nor a step has any business outside."
    PairNetwork "deploy.pair.network"
        "Two databases share no network, and no service but an importer reaches two."
        "A mistaken name would reach the other database."
    PairMaterial "deploy.pair.material"
        "The services of two databases share no secret and no certificate authority."
        "With one authority for both, either server passes for the other."
    CertificateName "deploy.certificate.name"
        "A given certificate has the name of each database service, or an alias of it, among its alternative names."
        "Every client compares the host of its URL with them; the common name does not count."
    CertificatePair "deploy.certificate.pair"
        "No given certificate is good for two databases."
        "Its server passes for the other."

    // ---- the server's files --------------------------------------------------------------------------------------
    HbaTls "deploy.hba.tls"
        "Every rule for TCP is hostssl, or rejects."
        "One line with host is a way in without TLS."
    HbaMethod "deploy.hba.method"
        "Logins are by scram-sha-256 or certificate, over the socket also by peer."
        "Every other method believes without proof, or sends what can be replayed."
    HbaInclude "deploy.hba.include"
        "The file includes no other and names no list in a file."
        "What is elsewhere is not read here."
    SettingsTls "deploy.settings.tls"
        "ssl is on."
        "Without it hostssl matches nobody, and clients that need no TLS get none."
    SettingsFiles "deploy.settings.files"
        "ssl_cert_file and ssl_key_file are set."
        "The defaults lie in the data directory, which is backed up and copied."
    SettingsProtocol "deploy.settings.protocol"
        "ssl_min_protocol_version is TLSv1.2 or TLSv1.3, and no maximum is below."
        "Older protocols are broken."
    SettingsPassword "deploy.settings.password"
        "password_encryption is scram-sha-256."
        "With anything else a new password is stored in a form that SCRAM cannot use."
    SettingsInclude "deploy.settings.include"
        "The file includes no other."
        "What is elsewhere is not read here, and a later line wins."

    // ---- the image -----------------------------------------------------------------------------------------------
    DockerfileDigest "deploy.dockerfile.digest"
        "Every image that is built on is named by its digest."
        "A tag can mean another image tomorrow."
    DockerfileUser "deploy.dockerfile.user"
        "The last stage names its user by number, and not root."
        "A container whose deployment forgets the user must not be root."
    DockerfileStages "deploy.dockerfile.stages"
        "The last stage runs nothing: it only copies from one before."
        "A compiler, a shell and a package manager are tools for whoever gets in."
    DockerfileSecret "deploy.dockerfile.secret"
        "No credential is in ARG, ENV or LABEL."
        "It stays in the history of the image."
    DockerfileEntrypoint "deploy.dockerfile.entrypoint"
        "ENTRYPOINT and CMD are lists."
        "As a text they are run by a shell, which goes on after a failure and keeps signals to itself."
    DockerfileRemote "deploy.dockerfile.remote"
        "Nothing is added from the network (ADD with a URL)."
        "It is another file tomorrow."
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_has_a_name_of_its_own() {
        let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert!(
                rule.id().starts_with("deploy.") && rule.what().ends_with('.') && rule.why().ends_with('.')
            );
        }
    }
}
