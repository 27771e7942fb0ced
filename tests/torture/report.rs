use std::fmt::Write as _;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct Trials {
    pub kind: String,
    pub trials: usize,
    pub acknowledged: usize,
    pub losses: Vec<String>,
    /// What was survived, in words.
    pub survived: String,
    pub skipped: Option<String>,
    /// Whether something was broken on purpose, so that losses must be found.
    pub broken_on_purpose: bool,
}

impl Trials {
    pub fn of(kind: &str) -> Trials {
        Trials { kind: kind.to_owned(), ..Trials::default() }
    }

    /// A trial that something is broken in on purpose, so that losses must be found.
    pub fn broken(kind: &str) -> Trials {
        Trials { broken_on_purpose: true, ..Trials::of(kind) }
    }

    pub fn tried(&mut self, trial: usize, acknowledged: usize, losses: Vec<String>) {
        self.trials += 1;
        self.acknowledged += acknowledged;
        self.lost(trial, losses);
    }

    /// With what was survived, in words, or the first loss where losses must be found.
    pub fn ended(mut self, survived: String) -> Trials {
        self.survived = match self.losses.first() {
            Some(first) if self.broken_on_purpose => format!("such as \"{first}\""),
            _ => survived,
        };
        self
    }

    pub fn lost(&mut self, trial: usize, losses: Vec<String>) {
        for loss in losses {
            if !self.broken_on_purpose {
                println!("LOST  {} {trial}: {loss}", self.kind);
            }
            self.losses.push(format!("{} {trial}: {loss}", self.kind));
        }
    }

    fn is_good(&self) -> bool {
        self.losses.is_empty() != self.broken_on_purpose || self.skipped.is_some()
    }

    pub fn line(&self) -> String {
        let Trials { kind, trials, acknowledged, survived, .. } = self;
        let survived = self.skipped.as_ref().map_or(survived.clone(), |why| format!("{survived} skipped: {why}"));
        format!("| {kind} | {trials} | {acknowledged} | {} | {} |", self.losses.len(), survived.trim())
    }
}

pub struct Report {
    pub seed: u64,
    pub short: bool,
    pub trials: Vec<Trials>,
    pub times: Vec<(&'static str, Duration)>,
}

impl Report {
    pub fn losses(&self) -> usize {
        self.trials.iter().filter(|trials| !trials.broken_on_purpose).map(|trials| trials.losses.len()).sum()
    }

    /// Whether nothing was lost except where something was broken on purpose.
    pub fn is_good(&self) -> bool {
        self.trials.iter().all(Trials::is_good)
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for (broken, what, how) in [(false, "What was done", "survived"), (true, "Broken on purpose", "found")] {
            let of_kind = self.trials.iter().filter(|trials| trials.broken_on_purpose == broken);
            let lines: Vec<String> = of_kind.map(|trials| trials.line() + "\n").collect();
            let head = format!("| {what} | Trials | Taps acknowledged | Losses | What was {how} |");
            if !lines.is_empty() {
                let _ = writeln!(text, "{head}\n|---|---:|---:|---:|---|\n{}", lines.concat());
            }
        }
        let times: Vec<String> =
            self.times.iter().map(|(name, time)| format!("{name} {:.0} s", time.as_secs_f64())).collect();
        let run = if self.short { "short" } else { "full" };
        let verdict = if self.is_good() { "Nothing was lost" } else { "NOT GOOD" };
        let _ =
            writeln!(text, "{verdict}: {} losses. Seed {}, {run} run; {}.", self.losses(), self.seed, times.join(", "));
        text
    }
}
