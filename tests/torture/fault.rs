//! Faults injected into the system calls that save a session.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Torture;
use crate::crash::{Found, announced, no_strace, strace};
use crate::disk::Disk;
use crate::ledger::Ledger;
use crate::recording::{Call, calls};
use crate::report::Trials;
use crate::stage::{Stage, name_of};

const ERRORS: [&str; 5] = ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES"];
const FIU: [&str; 2] = ["/usr/lib/fiu/fiu_run_preload.so", "/usr/lib/fiu/fiu_posix_preload.so"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Open,
    Write,
    ShortWrite,
    Fsync,
    Rename,
    FolderFsync,
}

const PLACES: [(Place, &str, &str); 6] = [
    (Place::Open, "open", "openat"),
    (Place::Write, "write", "write"),
    (Place::ShortWrite, "short write", "write"),
    (Place::Fsync, "fsync", "fsync"),
    (Place::Rename, "rename", "rename"),
    (Place::FolderFsync, "folder fsync", "fsync"),
];

pub fn faults(torture: &mut Torture, count: usize) -> Vec<Trials> {
    let mut stage = Stage::new(torture.memory.join("template"));
    stage.furnish(torture.seed_of("fault", 0), 3);
    let play = stage.play(torture.seed, 12);
    let wrong = torture.play(&mut stage, &play, &[]);
    assert!(wrong.is_empty(), "{wrong:?}");
    PLACES.into_iter().map(|(place, name, call)| at(torture, count, &stage, place, name, call)).collect()
}

fn at(torture: &mut Torture, count: usize, template: &Stage, place: Place, name: &str, call: &str) -> Trials {
    let mut trials = Trials::of(&format!("fault in {name}"));
    trials.skipped = no_strace();
    if place == Place::ShortWrite && !FIU.iter().all(|library| Path::new(library).exists()) {
        trials.skipped = Some("there is no fiu-run".to_owned());
    }
    if trials.skipped.is_some() {
        return trials;
    }
    let mut hits: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut injected, mut reported, mut recovered, mut cuts, mut tried) = (0, 0, 0, 0, 0);
    while trials.trials < count && tried < 4 * count + 40 {
        tried += 1;
        let error = ERRORS[trials.trials % ERRORS.len()];
        let mut stage = template.copy(&template.root, &template.ledger, torture.memory.join("fault"));
        let mut play = stage.play(torture.seed_of(name, tried), 14);
        play.only = true;
        let path = play.open.clone().unwrap();
        let (first, lasts) = (torture.random.usize(1..=14), torture.random.u8(..3));
        // Once, five times, or from then on; every second fsync is of the folder.
        let when = match (place, lasts) {
            (Place::Fsync, 0) => format!("{}", first | 1),
            (Place::FolderFsync, 0) => format!("{}", first + first % 2),
            (Place::FolderFsync, _) => format!("{}+2", first + first % 2),
            (_, 0) => format!("{first}"),
            (_, 1) => format!("{first}..{}", first + 4),
            _ => format!("{first}+"),
        };
        let lasting = when.contains('+');
        let log = torture.memory.join("recording");
        let mut words = strace(&log, &["-e".to_owned(), format!("inject={call}:error={error}:when={when}")]);
        let file = name_of(&path);
        let beside = |name: String| stage.data.join(name);
        let (draft, lock) = (beside(format!(".{file}.tmp")), beside(format!(".~lock.{file}#")));
        for path in [&stage.data, &path, &draft, &lock, &stage.announced().to_owned()] {
            words.extend(["-P".to_owned(), path.display().to_string()]);
        }
        if place == Place::ShortWrite {
            let enable = "FIU_ENABLE=enable_random name=posix/io/rw/write/reduce,probability=0.5";
            let preload = format!("LD_PRELOAD={}", FIU.join(" "));
            words.extend(["-E", enable, "-E", &preload, "-E", "FIU_CTRL_FIFO="].map(str::to_owned));
        }
        let mut disk = Disk::of(&stage.root);
        let mut losses = torture.play(&mut stage, &play, &words);
        let calls = calls(&fs::read_to_string(&log).unwrap());
        let faults: Vec<&Call> = calls.iter().filter(|call| call.injected).collect();
        let folder = descriptors_of_folder(&calls, &stage.data);
        let hit = match (place, faults.first()) {
            (_, None) => false,
            (Place::Fsync, Some(call)) => !folder(call),
            (Place::FolderFsync, Some(call)) => folder(call),
            (Place::ShortWrite, Some(_)) => calls.iter().any(is_short),
            _ => true,
        };
        if !hit {
            continue;
        }
        trials.trials += 1;
        injected += faults.len();
        *hits.entry(error).or_default() += 1;
        reported += usize::from(stage.ledger.failures > 0);
        recovered += usize::from(stage.ledger.ended_saved);
        if stage.ledger.ended == 0 {
            losses.push("did not come to its end".to_owned());
        }
        // What was refused once must be saved when the disk accepts it again.
        let last = faults.last().map_or(0, |fault| fault.from);
        let over = calls.iter().any(|later| later.from > last && later.name == call && !later.injected);
        if !lasting && over && !stage.ledger.ended_saved {
            losses.push(format!("{error} at {when}: not saved although the fault was over"));
        }
        losses.extend(stage.judge(&mut torture.reader));
        for call in &calls {
            disk.take(call);
        }
        let (cut, lost) = cut_power_at_acknowledgements(torture, &disk, &stage, template);
        cuts += cut;
        losses.extend(lost.into_iter().map(|loss| format!("{error} at {when}, then a power cut: {loss}")));
        trials.acknowledged += stage.ledger.acknowledged;
        trials.lost(trials.trials, losses);
    }
    if trials.trials < count {
        trials.lost(tried, vec![format!("only {} of {tried} faults hit", trials.trials)]);
    }
    let hits: Vec<String> = hits.into_iter().map(|(error, count)| format!("{error} {count}")).collect();
    trials.ended(format!(
        "{}; {injected} calls refused; the program said so in {reported}, had everything saved at the end in \
         {recovered}; {cuts} power cuts after it",
        hits.join(", ")
    ))
}

fn descriptors_of_folder<'a>(calls: &'a [Call], data: &'a Path) -> impl Fn(&Call) -> bool + 'a {
    let data = data.display().to_string();
    move |sync: &Call| {
        let before = calls.iter().take_while(|call| call.from < sync.from);
        let opened = before.filter(|call| call.name == "openat" && call.result == Some(sync.number(0))).last();
        opened.is_some_and(|open| open.path(1) == data)
    }
}

fn is_short(call: &Call) -> bool {
    // The whole session is written at once; it begins and ends with a brace.
    call.name == "write"
        && call.result > Some(0)
        && call.text(1).first() == Some(&b'{')
        && !call.text(1).ends_with(b"}\n")
}

/// Cuts the power at every acknowledgement: what was promised must be there, whatever else is found.
fn cut_power_at_acknowledgements(
    torture: &mut Torture,
    disk: &Disk,
    stage: &Stage,
    template: &Stage,
) -> (usize, Vec<String>) {
    let mut found = Found::new(torture);
    let mut ledger = Ledger::of(template.ledger.sessions.clone());
    let (mut cuts, mut losses) = (0, Vec::new());
    let lines = announced(disk);
    for (at, (moment, line)) in lines.iter().enumerate() {
        losses.extend(ledger.take(line).err());
        ledger.expect(&lines[at + 1..]);
        for mut content in disk.after_power_cut(*moment, 5, &mut torture.random) {
            content.remove("announced");
            content.remove("errors");
            cuts += 1;
            losses.extend(found.judge(torture, &content, stage, &ledger));
        }
    }
    (cuts, losses)
}
