//! Input that means harm, or came to it: mutated files, files without end, and things that are no files, in every place that
//! the program reads or writes. Everything is read as consistent facts or refused in a few words; nothing hangs, nothing
//! outside the data folder is touched. `docs/hostile.md` has the figures; `fuzz/` tries what nobody thought of.

mod judge;
mod large;
mod mutations;
mod names;
mod places;
mod stage;
