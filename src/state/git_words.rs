//! What git and remotes say, for people: the line that tells most, without the addresses in it.

/// Words of a remote that may be reached and does not want, or does not let this person.
const REFUSALS: &[&str] = &[
    "remote rejected",
    "ermission",
    "denied",
    "not allowed",
    "protected",
    "hook declined",
    "uthentication failed",
    "could not read Username",
    "403",
    "401",
    "deny updating",
];

/// Whether the remote was reached and refused.
pub(super) fn is_refusal(said: &str) -> bool {
    REFUSALS.iter().any(|words| said.contains(words))
}

/// What tells most of what was said: a rejection with the reason that the remote gives, else the first error, else the first
/// line. Without addresses: they may hold a token of the pipeline.
pub(super) fn told_reason(said: &str) -> String {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let remote =
        || lines().filter_map(|line| line.strip_prefix("remote:")).map(str::trim).filter(|line| !line.is_empty());
    // Of the columns of a push for programs, the last one.
    let rejected = lines()
        .find(|line| line.starts_with('!') || line.contains("remote rejected"))
        .map(|line| line.rsplit_once('\t').map_or(line, |(_, told)| told));
    let reason =
        remote().find(|line| line.starts_with("error:") || line.starts_with("fatal:")).or_else(|| remote().next());
    let told = match (rejected, reason) {
        (Some(rejected), Some(reason)) => format!("{rejected}: {reason}"),
        (Some(rejected), None) => rejected.to_owned(),
        (None, reason) => lines()
            .find(|line| line.starts_with("fatal:") || line.starts_with("error:"))
            .or(reason)
            .or_else(|| lines().next())
            .unwrap_or("git ended without a word")
            .to_owned(),
    };
    redact_addresses(&told)
}

/// Takes addresses out of a text: they may hold a token of the pipeline.
fn redact_addresses(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let tail = &rest[at + 3..];
        let end =
            tail.find(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | '<' | '>')).unwrap_or(tail.len());
        let address = &tail[..end];
        clean.push_str(&rest[..at + 3]);
        clean.push_str(address.rsplit_once('@').map_or(address, |(_, host)| host));
        rest = &tail[end..];
    }
    clean.push_str(rest);
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejection_is_told_with_the_reason_of_the_remote() {
        let said = "To /tmp/r.git\n!\tabc:refs/x/y\t[remote rejected] (failed to update ref)\nDone\nremote: \nremote: error: \
                    cannot lock ref 'refs/x/y': File exists.   \nerror: failed to push some refs";
        assert_eq!(
            told_reason(said),
            "[remote rejected] (failed to update ref): error: cannot lock ref 'refs/x/y': File exists."
        );
        assert_eq!(told_reason("warning: x\nfatal: no route"), "fatal: no route");
        assert_eq!(told_reason(""), "git ended without a word");
        assert!(is_refusal(said) && !is_refusal("fatal: no route"));
    }

    #[test]
    fn a_token_in_an_address_is_not_shown() {
        let said = "fatal: unable to access 'https://ci:glpat-abc@git.example/x.git/': The requested URL returned 403";
        let clean = redact_addresses(said);
        assert_eq!(clean, "fatal: unable to access 'https://git.example/x.git/': The requested URL returned 403");
        assert_eq!(redact_addresses("no address"), "no address");
        assert_eq!(redact_addresses("ssh://a@b ssh://c"), "ssh://b ssh://c");
    }
}
