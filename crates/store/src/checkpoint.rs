//! Bringing the log of changes of SQLite over into its database. A thread of its own does it beside
//! the writer, who only brings over what came meanwhile, so that the log can begin anew. It does so
//! when the log is long, and when nobody has written for a while: readers look for every page in the
//! log as long as something of it is not in the database.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crossbeam_channel::{Receiver, Sender, bounded};
use rusqlite::{Connection, OpenFlags, hooks::Wal};

/// Pages in the log before they are brought over. A page that changes with every transaction is
/// brought over once.
const LOG_PAGES: i32 = 4000;
/// Pages that the writer waits for no longer.
const MOST_LOG_PAGES: i32 = 4 * LOG_PAGES;
/// Pages that came since, after which it is tried again where somebody still read the log.
const AGAIN: i32 = LOG_PAGES / 16;

/// Why the log is to be brought over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    Long,
    Quiet,
}

/// Has the log brought over while nobody writes.
pub(crate) struct Quiet(Sender<Why>);

impl Quiet {
    /// Where the thread has something to do already, that will do.
    pub fn tell(&self) {
        let _ = self.0.try_send(Why::Quiet);
    }
}

/// What the writer knows of the thread beside it.
struct Beside {
    tell: Sender<Why>,
    /// It was told, and has not been looked after since.
    is_told: bool,
    is_done: Arc<AtomicBool>,
    /// With so many pages in the log there is something to do.
    next: i32,
    last: i32,
}

impl Beside {
    /// Also where the thread says that it is done, and hears that there is something to do.
    fn new() -> (Self, Arc<AtomicBool>, Receiver<Why>) {
        let (tell, told) = bounded(1);
        let is_done = Arc::new(AtomicBool::new(false));
        let beside = Self {
            tell,
            is_told: false,
            is_done: Arc::clone(&is_done),
            next: LOG_PAGES,
            last: 0,
        };
        (beside, is_done, told)
    }

    /// What is to be done with so many pages in the log.
    fn look(&mut self, pages: i32) -> Todo {
        if pages < self.last {
            // The log began anew: what the thread was told of is in the database.
            self.next = LOG_PAGES;
            if self.is_done.swap(false, Ordering::AcqRel) {
                self.is_told = false;
            }
        }
        self.last = pages;
        if pages < self.next {
            return Todo::Nothing;
        }
        if self.is_told && self.is_done.swap(false, Ordering::AcqRel) || pages >= MOST_LOG_PAGES {
            (self.is_told, self.next) = (false, pages + AGAIN);
            return Todo::BringOver;
        }
        if !self.is_told {
            self.is_told = self.tell.try_send(Why::Long).is_ok();
        }
        Todo::Nothing
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Todo {
    Nothing,
    /// What is left of the log, here and now.
    BringOver,
}

/// Has a writing connection look after its log from now on. Answers how to say that nobody writes, and
/// the work of the thread beside it.
pub(crate) fn beside(
    conn: &mut Connection,
    path: &Path,
) -> rusqlite::Result<(Quiet, impl FnOnce() + Send + use<>)> {
    let (mut beside, is_done, told) = Beside::new();
    let quiet = Quiet(beside.tell.clone());
    conn.wal_hook(Some(move |wal: &mut Wal, pages| {
        // What cannot be brought over now stays in the log.
        if beside.look(pages) == Todo::BringOver
            && let Err(error) = wal.checkpoint()
        {
            tracing::debug!(%error, "the log of changes grows on");
        }
        Ok(())
    }))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let own = Connection::open_with_flags(path, flags)?;
    Ok((quiet, move || bring_over(&own, &told, &is_done)))
}

/// Brings the log over whenever it is told to, until there is nobody who tells.
fn bring_over(conn: &Connection, told: &Receiver<Why>, is_done: &AtomicBool) {
    while let Ok(why) = told.recv() {
        if let Err(error) = conn.execute_batch("PRAGMA wal_checkpoint(PASSIVE)") {
            tracing::warn!(%error, "cannot bring the log of changes over");
        }
        if why == Why::Long {
            is_done.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_writer_brings_over_what_came_while_another_did_most() {
        let (mut beside, is_done, told) = Beside::new();
        assert_eq!(beside.look(LOG_PAGES - 1), Todo::Nothing);
        assert!(told.is_empty());
        assert_eq!(beside.look(LOG_PAGES), Todo::Nothing);
        assert_eq!(beside.look(LOG_PAGES + 60), Todo::Nothing);
        assert_eq!(told.len(), 1, "told once");
        told.recv().unwrap();
        assert_eq!(beside.look(LOG_PAGES + 120), Todo::Nothing);
        is_done.store(true, Ordering::Release);
        assert_eq!(beside.look(LOG_PAGES + 180), Todo::BringOver);
        assert_eq!(beside.look(60), Todo::Nothing, "the log began anew");
        assert_eq!(beside.look(LOG_PAGES), Todo::Nothing);
        assert_eq!(told.len(), 1, "told again");
    }

    #[test]
    fn the_writer_brings_nothing_over_where_the_other_did_all() {
        let (mut beside, is_done, told) = Beside::new();
        for _ in 0..2 {
            assert_eq!(beside.look(LOG_PAGES), Todo::Nothing);
            told.try_recv().unwrap();
            is_done.store(true, Ordering::Release);
            assert_eq!(beside.look(60), Todo::Nothing, "the log began anew");
        }
    }

    #[test]
    fn a_log_does_not_wait_for_ever() {
        let (mut beside, _, told) = Beside::new();
        assert_eq!(beside.look(LOG_PAGES), Todo::Nothing);
        assert_eq!(beside.look(MOST_LOG_PAGES), Todo::BringOver);
        // Somebody still reads all of it.
        assert_eq!(beside.look(MOST_LOG_PAGES + 60), Todo::Nothing);
        assert_eq!(beside.look(MOST_LOG_PAGES + AGAIN), Todo::BringOver);
        drop(told);
        assert_eq!(beside.look(LOG_PAGES), Todo::Nothing);
        assert_eq!(beside.look(MOST_LOG_PAGES), Todo::BringOver);
    }
}
