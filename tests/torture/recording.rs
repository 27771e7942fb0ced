//! What strace recorded: the system calls that change files, in order.

use std::collections::HashMap;

/// The system calls that a recording needs.
pub const RECORDED: &str = "open,openat,creat,write,writev,pwrite64,ftruncate,truncate,fsync,fdatasync,rename,renameat,\
                            renameat2,link,linkat,symlink,unlink,unlinkat,mkdir,mkdirat,rmdir,close";

#[derive(Clone, Debug)]
pub struct Call {
    pub name: String,
    pub arguments: Vec<String>,
    /// `None` if the process ended before the call returned.
    pub result: Option<i64>,
    pub injected: bool,
    /// The lines of the recording in which the call began and ended.
    pub from: usize,
    pub to: usize,
}

impl Call {
    pub fn text(&self, at: usize) -> Vec<u8> {
        let text = self.arguments.get(at).map_or("", String::as_str).trim_matches('"');
        text.split("\\x").skip(1).filter_map(|digits| u8::from_str_radix(digits.get(..2)?, 16).ok()).collect()
    }

    pub fn path(&self, at: usize) -> String {
        String::from_utf8_lossy(&self.text(at)).into_owned()
    }

    pub fn number(&self, at: usize) -> i64 {
        self.arguments.get(at).and_then(|number| number.parse().ok()).unwrap_or(-1)
    }

    pub fn done(&self) -> bool {
        self.result.is_none_or(|result| result >= 0)
    }
}

/// The calls of a recording in the order in which they ended; unfinished ones come last.
pub fn calls(recording: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut unfinished: HashMap<&str, (String, usize)> = HashMap::new();
    for (at, line) in recording.lines().enumerate() {
        let Some((process, rest)) = line.split_once(' ') else { continue };
        let rest = rest.trim_start();
        if let Some(begun) = rest.strip_suffix("<unfinished ...>").filter(|begun| begun.starts_with("close(")) {
            // From here on the descriptor may be given to the next file, whenever this call returns.
            calls.extend(call(&format!("{}) = 0", begun.trim_end()), at, at));
        } else if let Some(begun) = rest.strip_suffix("<unfinished ...>") {
            unfinished.insert(process, (begun.trim_end().to_owned(), at));
        } else if let Some(resumed) = rest.strip_prefix("<... ") {
            let Some((begun, from)) = unfinished.remove(process) else { continue };
            let Some((_, end)) = resumed.split_once(" resumed>") else { continue };
            calls.extend(call(&format!("{begun}{end}"), from, at));
        } else {
            calls.extend(call(rest, at, at));
        }
    }
    let end = recording.lines().count();
    let mut never: Vec<_> = unfinished.into_values().collect();
    never.sort_by_key(|(_, from)| *from);
    calls.extend(never.into_iter().filter_map(|(begun, from)| call(&format!("{begun}) = ?"), from, end)));
    calls
}

fn call(text: &str, from: usize, to: usize) -> Option<Call> {
    let (name, rest) = text.split_once('(')?;
    // After an error comes its meaning in brackets.
    let end = rest.find(") = ").or_else(|| rest.find(")  "))?;
    let (arguments, result) = (&rest[..end], rest[end + 1..].trim_start_matches([' ', '=']).trim());
    Some(Call {
        name: name.to_owned(),
        arguments: arguments.split(", ").map(str::to_owned).collect(),
        result: result.split(' ').next().and_then(|number| number.parse().ok()),
        injected: result.contains("(INJECTED)"),
        from,
        to,
    })
}
