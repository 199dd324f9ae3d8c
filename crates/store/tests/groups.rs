//! Many transactions in one commit: each stands or falls alone, whatever the others do.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod notes;
mod place;

use std::sync::mpsc;

use notes::{names, table};
use place::{Place, on_both};
use store::{Db, Error, Result, Tx};
use tokio::runtime::Builder;

fn add(db: &Db, name: &'static str) -> Result<()> {
    db.write_now(move |tx| tx.execute_one("INSERT INTO note (name) VALUES (?)", &[name.into()]))
}

/// What came of jobs that were sent while the first of them held the only writer of SQLite.
fn answers<T, J>(db: &Db, first: J, others: Vec<J>) -> Vec<Result<T>>
where
    T: Send + 'static,
    J: FnMut(&mut Tx<'_>) -> Result<T> + Send + 'static,
{
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (release, released) = mpsc::channel::<()>();
        let sent = |mut job: J, held: Option<mpsc::Receiver<()>>| {
            let db = db.clone();
            tokio::spawn(async move {
                db.write(move |tx| {
                    let done = job(tx);
                    if let Some(held) = &held {
                        // A job may run again; the second time nobody holds it.
                        let _ = held.recv();
                    }
                    done
                })
                .await
            })
        };
        let mut jobs = vec![sent(first, Some(released))];
        jobs.extend(others.into_iter().map(|job| sent(job, None)));
        // One turn of the only thread, and every job has been sent.
        tokio::task::yield_now().await;
        drop(release);
        let mut answers = Vec::new();
        for job in jobs {
            answers.push(job.await.unwrap());
        }
        answers
    })
}

type Work = Box<dyn FnMut(&mut Tx<'_>) -> Result<()> + Send>;

/// Adds a note.
fn adding(name: &'static str) -> impl FnMut(&mut Tx<'_>) -> Result<()> + Send + 'static {
    move |tx| tx.execute_one("INSERT INTO note (name) VALUES (?)", &[name.into()])
}

#[test]
fn one_bad_job_does_not_hurt_the_others() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        let others = ["a", "first", "b", "c"].map(adding);
        let answers = answers(&db, adding("first"), others.into());
        let [first, a, again, b, c] = answers.as_slice() else {
            panic!("{answers:?}")
        };
        assert_eq!([a, b, c], [&Ok(()); 3]);
        // The writers of PostgreSQL run side by side, so either of the two may be the one.
        let one_of_two = matches!(
            (first, again),
            (Ok(()), Err(Error::Unique(_))) | (Err(Error::Unique(_)), Ok(()))
        );
        assert!(one_of_two, "{first:?} {again:?}");
        assert_eq!(names(&db), ["a", "b", "c", "first"]);
    });
}

/// What a job wrote before it failed is not there, and what the others wrote is there once.
#[test]
fn a_job_that_fails_after_it_wrote_costs_the_others_nothing() {
    fn job(name: &'static str, fails: bool) -> impl FnMut(&mut Tx<'_>) -> Result<()> + Send {
        let mut add = adding(name);
        move |tx| {
            add(tx)?;
            if fails {
                return Err(Error::Driver("changed my mind".to_owned()));
            }
            Ok(())
        }
    }
    on_both(|place| {
        for fails_first in [false, true] {
            let db = place.open();
            table(&db);
            let others = [("a", false), ("b", true), ("c", false), ("d", true)];
            let others = others.map(|(name, fails)| job(name, fails));
            let answers = answers(&db, job("first", fails_first), others.into());
            let is_done: Vec<bool> = answers.iter().map(Result::is_ok).collect();
            assert_eq!(is_done, [!fails_first, true, false, true, false]);
            let first = (!fails_first).then_some("first");
            let expected: Vec<&str> = ["a", "c"].into_iter().chain(first).collect();
            assert_eq!(names(&db), expected);
            db.write_now(|tx| tx.batch("DROP TABLE note")).unwrap();
        }
    });
}

/// SQLite counts no change where a table or an index comes or goes.
#[test]
fn an_index_of_a_job_that_failed_is_not_there() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        let indexed = |tx: &mut Tx<'_>| {
            tx.batch("CREATE INDEX note_ix ON note (name)")?;
            Err(Error::Driver("changed my mind".to_owned()))
        };
        let jobs: Vec<Work> = vec![Box::new(indexed), Box::new(adding("a"))];
        let first: Work = Box::new(adding("first"));
        let answers = answers(&db, first, jobs);
        assert!(answers[1].is_err());
        assert_eq!(names(&db), ["a", "first"]);
        // It would be there already.
        db.write_now(|tx| tx.batch("CREATE INDEX note_ix ON note (name)"))
            .unwrap();
    });
}

#[test]
fn a_job_that_fails_late_takes_back_all_it_wrote() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        let refused: Result<()> = db.write_now(|tx| {
            tx.execute_one("INSERT INTO note (name) VALUES ('half')", &[])?;
            Err(Error::Driver("changed my mind".to_owned()))
        });
        assert_eq!(refused, Err(Error::Driver("changed my mind".to_owned())));
        assert!(names(&db).is_empty());
    });
}

/// On PostgreSQL a failed statement has undone the transaction; on SQLite it must count as much.
#[test]
fn a_swallowed_failure_is_not_committed() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        add(&db, "a").unwrap();
        let answer: Result<()> = db.write_now(|tx| {
            tx.execute_one("INSERT INTO note (name) VALUES ('b')", &[])?;
            let _ = tx.execute("INSERT INTO note (name) VALUES ('a')", &[]);
            Ok(())
        });
        assert!(answer.is_err());
        assert_eq!(names(&db), ["a"]);
    });
}

#[test]
fn a_part_may_fail_alone() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        add(&db, "a").unwrap();
        db.write_now(|tx| {
            tx.execute_one("INSERT INTO note (name) VALUES ('b')", &[])?;
            let part: Result<u64> =
                tx.attempt(|tx| tx.execute("INSERT INTO note (name) VALUES ('a')", &[]));
            assert!(matches!(part, Err(Error::Unique(_))));
            tx.execute_one("INSERT INTO note (name) VALUES ('c')", &[])
        })
        .unwrap();
        assert_eq!(names(&db), ["a", "b", "c"]);
    });
}

/// Nobody asks anything after it, and PostgreSQL is told of many writes at once.
#[test]
fn a_last_write_that_fails_takes_back_all_before_it() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        add(&db, "a").unwrap();
        let twice = "INSERT INTO note (name) VALUES ('a')";
        let none = "UPDATE note SET name = 'x' WHERE name = 'nobody'";
        for (last, is_unique) in [(twice, true), (none, false)] {
            for before in [1, 200] {
                let answer = db.write_now(move |tx| {
                    for number in 0..before {
                        let name = format!("b{number}");
                        tx.execute_one("INSERT INTO note (name) VALUES (?)", &[name.into()])?;
                    }
                    tx.execute_one(last, &[])
                });
                match answer.unwrap_err() {
                    Error::Unique(_) => assert!(is_unique),
                    Error::Shape(text) => assert!(!is_unique, "{text}"),
                    other => panic!("{other}"),
                }
                assert_eq!(names(&db), ["a"]);
            }
            let answer: Result<()> = db.write_now(move |tx| {
                tx.execute_one("INSERT INTO note (name) VALUES ('c')", &[])?;
                let part = tx.attempt(|tx| tx.execute_one(last, &[]));
                assert!(part.is_err());
                tx.execute_one("DELETE FROM note WHERE name = 'c'", &[])
            });
            answer.unwrap();
            assert_eq!(names(&db), ["a"]);
        }
    });
}

#[test]
fn a_part_that_hides_a_failure_has_failed() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        add(&db, "a").unwrap();
        db.write_now(|tx| {
            let part: Result<()> = tx.attempt(|tx| {
                tx.execute_one("INSERT INTO note (name) VALUES ('b')", &[])?;
                let _ = tx.execute("INSERT INTO note (name) VALUES ('a')", &[]);
                Ok(())
            });
            assert!(matches!(part, Err(Error::Shape(_))), "{part:?}");
            tx.execute_one("INSERT INTO note (name) VALUES ('c')", &[])
        })
        .unwrap();
        assert_eq!(names(&db), ["a", "c"]);
    });
}

#[test]
fn a_panicking_job_answers_an_error_and_the_writer_lives() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        let answer: Result<()> = db.write_now(|tx| {
            tx.execute_one("INSERT INTO note (name) VALUES ('half')", &[])?;
            panic!("on purpose")
        });
        assert_eq!(answer, Err(Error::Panic("on purpose".to_owned())));
        let answer: Result<()> = db.read_now(|_| panic!("also on purpose"));
        assert_eq!(answer, Err(Error::Panic("also on purpose".to_owned())));
        add(&db, "a").unwrap();
        assert_eq!(names(&db), ["a"]);
    });
}

#[test]
fn a_reader_cannot_write() {
    on_both(|place| {
        let db = place.open();
        table(&db);
        let answer = db.read_now(|conn| {
            conn.query("INSERT INTO note (name) VALUES ('a') RETURNING name", &[])
        });
        assert!(
            matches!(answer, Err(Error::Full(_) | Error::Driver(_))),
            "{answer:?}"
        );
        assert!(names(&db).is_empty());
    });
}

/// Attempts that must not be lost count up by one each, however many run at once.
#[test]
fn transactions_that_meet_are_tried_again() {
    on_both(|place: &Place| {
        let db = place.open();
        db.write_now(|tx| {
            tx.batch("CREATE TABLE tally (n BIGINT NOT NULL); INSERT INTO tally VALUES (0)")
        })
        .unwrap();
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let db = db.clone();
                std::thread::spawn(move || {
                    for _ in 0..25 {
                        db.write_now(|tx| tx.execute_one("UPDATE tally SET n = n + 1", &[]))
                            .unwrap();
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        let n = db.read_now(|conn| conn.query_one("SELECT n FROM tally", &[])?.int(0));
        assert_eq!(n, Ok(200));
    });
}
