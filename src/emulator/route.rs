//! Which call a method and a target mean.
//!
//! Always: a path that is not in the table is 404, a method that its path does not take is 405 with `Allow`.

use crate::emulator::refusal::Refusal;
use crate::service::Call;

/// A call and what its address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) call: Call,
    /// `{style_id}` as written, percent signs decoded; empty where the path has none.
    pub(crate) style: String,
    /// `{instruction_id}` as written.
    pub(crate) instruction: String,
}

/// Finds the call.
pub(crate) fn find(method: &str, target: &str) -> Result<Route, Refusal> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<String> = path.split('/').map(|segment| decoded(segment, false)).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let (calls, style, instruction): (&[Call], &str, &str) = match segments.as_slice() {
        ["", "v3", "style_rules"] => (&[Call::ListStyles, Call::CreateStyle], "", ""),
        ["", "v3", "style_rules", style] if !style.is_empty() => {
            (&[Call::GetStyle, Call::RenameStyle, Call::DeleteStyle], style, "")
        }
        ["", "v3", "style_rules", style, "configured_rules"] => (&[Call::ReplaceRules], style, ""),
        ["", "v3", "style_rules", style, "custom_instructions"] => (&[Call::AddInstruction], style, ""),
        ["", "v3", "style_rules", style, "custom_instructions", instruction] if !instruction.is_empty() => {
            (&[Call::GetInstruction, Call::ReplaceInstruction, Call::RemoveInstruction], style, instruction)
        }
        _ => return Err(Refusal::absent("Path")),
    };
    match calls.iter().find(|call| call.method() == method) {
        Some(&call) => Ok(Route { call, style: style.to_owned(), instruction: instruction.to_owned() }),
        None => {
            let allowed: Vec<&str> = calls.iter().map(|call| call.method()).collect();
            Err(Refusal::new(405, "Method not allowed").header("allow", allowed.join(", ")))
        }
    }
}

/// The values of a parameter in the query of a target, in order.
pub(crate) fn parameters(target: &str, name: &str) -> Vec<String> {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    query
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .filter(|(known, _)| decoded(known, true) == name)
        .map(|(_, value)| decoded(value, true))
        .collect()
}

/// Percent signs decoded; what does not decode stays as it is written.
fn decoded(written: &str, plus_is_space: bool) -> String {
    if !written.contains(['%', '+']) {
        return written.to_owned();
    }
    let bytes = written.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                at += 2;
            }
            (b'+', ..) if plus_is_space => out.push(b' '),
            _ => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_found_under_its_method_and_path() {
        let paths = [
            (Call::ListStyles, "/v3/style_rules?page=0"),
            (Call::CreateStyle, "/v3/style_rules"),
            (Call::GetStyle, "/v3/style_rules/a"),
            (Call::RenameStyle, "/v3/style_rules/a"),
            (Call::DeleteStyle, "/v3/style_rules/a"),
            (Call::ReplaceRules, "/v3/style_rules/a/configured_rules"),
            (Call::AddInstruction, "/v3/style_rules/a/custom_instructions"),
            (Call::GetInstruction, "/v3/style_rules/a/custom_instructions/b"),
            (Call::ReplaceInstruction, "/v3/style_rules/a/custom_instructions/b"),
            (Call::RemoveInstruction, "/v3/style_rules/a/custom_instructions/b"),
        ];
        assert_eq!(paths.len(), Call::ALL.len());
        for (call, path) in paths {
            assert_eq!(find(call.method(), path).map(|route| route.call), Ok(call));
        }
    }

    #[test]
    fn queries_are_decoded() {
        assert_eq!(parameters("/x?a=1&b=%31%zz+&a=2#a=3", "a"), ["1", "2"]);
        assert_eq!(parameters("/x?a=1&b=%31%zz+&a=2", "b"), ["1%zz "]);
        assert!(parameters("/x", "a").is_empty());
    }
}
