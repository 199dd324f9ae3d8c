//! Which transactions share a commit on SQLite, and what each is told when it cannot be had.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod notes;
mod place;

use std::{mem, sync::mpsc, time::Duration};

use notes::{names, table};
use place::{Place, on_both};
use store::{Db, Dialect, Error, Options, Result, Tx};
use tokio::runtime::Builder;

type Job = Box<dyn FnMut(&mut Tx<'_>) -> Result<()> + Send>;

/// What waits at once: a first job holds the only writer of SQLite until all others are queued.
fn at_once(db: &Db, mut first: Job, others: Vec<Job>) -> Vec<Result<()>> {
    let (release, released) = mpsc::channel::<()>();
    let held: Job = Box::new(move |tx| {
        // A job may run again; the second time nobody holds it.
        let _ = released.recv();
        first(tx)
    });
    Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(async {
            let mut answers = Vec::new();
            for job in std::iter::once(held).chain(others) {
                let db = db.clone();
                answers.push(tokio::spawn(async move { db.write(job).await }));
            }
            // Every turn of the only thread sends one job at least.
            for _ in 0..answers.len() {
                tokio::task::yield_now().await;
            }
            drop(release);
            let mut told = Vec::new();
            for answer in answers {
                told.push(answer.await.unwrap());
            }
            told
        })
}

fn add(name: &'static str) -> Job {
    Box::new(move |tx| tx.execute_one("INSERT INTO note (name) VALUES (?)", &[name.into()]))
}

/// A write that takes longer than it may. It is PostgreSQL's alone to be in a hurry only here.
fn add_slowly(tx: &mut Tx<'_>) -> Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.batch("SET LOCAL statement_timeout = 300")?;
    }
    tx.execute(
        "INSERT INTO note (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 0 FROM n) \
         SELECT 'never' FROM n WHERE i < 0",
        &[],
    )?;
    Ok(())
}

fn is_sqlite(place: &Place) -> bool {
    place.options().url.starts_with("sqlite:")
}

/// However slow the machine is, what waits at once is one group.
fn grouping(place: &Place) -> Options {
    let mut options = place.options();
    options.group_for = Duration::from_hours(1);
    options
}

/// On SQLite no statement may take longer than 300 ms; short ones are too short to be looked at.
fn impatient(place: &Place) -> Db {
    let mut options = grouping(place);
    if is_sqlite(place) {
        options.statement_budget = Duration::from_millis(300);
    }
    Db::open(&options).unwrap()
}

fn with_notes(db: Db) -> Db {
    table(&db);
    db
}

/// SQLite takes back the work of the whole group when it stops a write.
#[test]
fn a_slow_write_is_stopped_alone() {
    on_both(|place| {
        let db = with_notes(impatient(place));
        let others = vec![add("b"), Box::new(add_slowly), add("c")];
        let answers = at_once(&db, add("a"), others);
        assert_eq!(answers, [Ok(()), Ok(()), Err(Error::Timeout), Ok(())]);
        assert_eq!(names(&db), ["a", "b", "c"]);
    });
}

/// Panics once; what it would do the second time must not be done.
fn panicking() -> Job {
    let mut has_run = false;
    Box::new(move |tx| {
        assert!(mem::replace(&mut has_run, true), "on purpose");
        add("half")(tx)
    })
}

/// It may have been left without what it was to do.
#[test]
fn what_panicked_is_not_run_again_with_its_group() {
    on_both(|place| {
        let db = with_notes(impatient(place));
        let others = vec![add("a"), panicking(), Box::new(add_slowly)];
        let answers = at_once(&db, panicking(), others);
        let panicked = || Err(Error::Panic("on purpose".to_owned()));
        let expected = [panicked(), Ok(()), panicked(), Err(Error::Timeout)];
        assert_eq!(answers, expected);
        assert_eq!(names(&db), ["a"]);
    });
}

/// What SQLite has taken back must not be followed by writes that nothing holds together.
#[test]
fn nothing_is_written_once_the_transaction_is_gone() {
    on_both(|place| {
        let db = with_notes(impatient(place));
        let answer = db.write_now(|tx| {
            add("a")(tx)?;
            let _ = add_slowly(tx);
            let _ = add("b")(tx);
            let _ = tx.batch("INSERT INTO note (name) VALUES ('c')");
            let _ = tx.query("INSERT INTO note (name) VALUES ('d') RETURNING name", &[]);
            Ok::<_, Error>(())
        });
        assert!(answer.is_err());
        assert!(names(&db).is_empty());
        // Why it is gone is what is told.
        let answer: Result<()> = db.write_now(|tx| tx.attempt(add_slowly));
        assert_eq!(answer, Err(Error::Timeout));
    });
}

/// Whoever was refused because of work in the same group must not hear of it before it is kept.
#[test]
fn a_refusal_waits_for_the_commit_too() {
    on_both(|place| {
        let db = with_notes(Db::open(&grouping(place)).unwrap());
        db.write_now(|tx| {
            tx.batch(
                "CREATE TABLE child (name TEXT REFERENCES note (name) DEFERRABLE INITIALLY DEFERRED)",
            )
        })
        .unwrap();
        // Only the commit finds out.
        let dangling: Job =
            Box::new(|tx| tx.execute_one("INSERT INTO child (name) VALUES ('nobody')", &[]));
        if is_sqlite(place) {
            let answers = at_once(&db, add("a"), vec![add("a"), dangling]);
            let [first, second, last] = answers.as_slice() else {
                panic!("{answers:?}")
            };
            assert!(matches!(last, Err(Error::Driver(_))), "{last:?}");
            assert_eq!([first, second], [last; 2]);
            assert!(names(&db).is_empty());
        } else {
            add_now(&db, "a").unwrap();
            assert!(matches!(add_now(&db, "a"), Err(Error::Unique(_))));
            assert!(matches!(db.write_now(dangling), Err(Error::Driver(_))));
            assert_eq!(names(&db), ["a"]);
        }
    });
}

fn add_now(db: &Db, name: &'static str) -> Result<()> {
    db.write_now(add(name))
}

/// Whether a job that waited behind the first one, and behind so many that failed, came after the
/// commit of the first: others see what it wrote.
fn comes_after_the_commit(place: &Place, group_for: Duration, failures: usize) -> bool {
    let mut options = place.options();
    options.group_for = group_for;
    let db = with_notes(Db::open(&options).unwrap());
    let (sees, seen) = mpsc::channel();
    let other = place.open();
    let mut jobs: Vec<Job> = (0..failures).map(|_| add("a")).collect();
    jobs.push(Box::new(move |_| {
        sees.send(names(&other)).unwrap();
        Ok(())
    }));
    let answers = at_once(&db, add("a"), jobs);
    assert_eq!([answers.first(), answers.last()], [Some(&Ok(())); 2]);
    seen.recv().unwrap() == ["a"]
}

#[test]
fn a_group_is_bounded_in_time_and_in_number() {
    for (group_for, failures, comes_after) in [
        (Duration::from_hours(1), 0, false),
        (Duration::from_hours(1), 200, false),
        (Duration::from_hours(1), 300, true),
        (Duration::ZERO, 0, true),
    ] {
        on_both(|place| {
            if is_sqlite(place) {
                let is_after = comes_after_the_commit(place, group_for, failures);
                assert_eq!(is_after, comes_after, "{group_for:?} {failures}");
            }
        });
    }
}
