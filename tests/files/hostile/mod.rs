//! Hostile or damaged input: mutated files, endless files, and things that are not files, wherever the program reads or
//! writes. All of it is read as consistent facts or refused in a few words; nothing hangs, and nothing outside the data
//! folder is touched. `docs/hostile.md` has the figures, `fuzz/` tries the unforeseen.

mod judge;
mod large;
mod mutations;
mod names;
mod places;
mod stage;
mod tournaments;
