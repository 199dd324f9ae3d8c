//! 账实检查 on the screen: it runs beside the requests, one for everyone, and who asks waits a while
//! at most; then they are told how far it is and ask again.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use schema::Timestamp;
use service::{
    Error, Result,
    check::{self, CheckGoing, CheckReport, Checked, Progress},
};
use store::Db;
use tokio::sync::watch;

/// How long who asks for the report alone waits for it, and who watches how far it is.
const PATIENCE: Duration = Duration::from_secs(30);
const GLANCE: Duration = Duration::from_secs(4);

/// The check that runs, or ran last.
#[derive(Default)]
pub struct Proving(Mutex<Option<Run>>);

#[derive(Clone)]
struct Run {
    id: u64,
    state: watch::Receiver<State>,
}

#[derive(Clone)]
enum State {
    Going(Progress),
    Done(Arc<Result<CheckReport>>),
}

impl Proving {
    /// The report of the check with this number, of the one that runs, or of a new one (which has no
    /// number yet: 0); how far it is where that takes longer.
    pub async fn ask(&self, db: &Db, now: Timestamp, seen: Option<u64>) -> Result<Checked> {
        let mut run = self.join(db, now, seen);
        let done = run.state.wait_for(|state| matches!(state, State::Done(_)));
        let patience = if seen.is_some() { GLANCE } else { PATIENCE };
        let _ = tokio::time::timeout(patience, done).await;
        let state = run.state.borrow().clone();
        match state {
            State::Done(outcome) => match outcome.as_ref() {
                Ok(report) => Ok(Checked::Done(report.clone())),
                Err(error) => Err(Error::internal(format!("{error:?}"))),
            },
            State::Going(progress) => Ok(Checked::Going(CheckGoing {
                is_jinxing: true,
                jiancha_id: run.id,
                dingdan_shu: progress.orders,
                baifenbi: progress.percent(),
                fengcun: Vec::new(),
            })),
        }
    }

    fn join(&self, db: &Db, now: Timestamp, seen: Option<u64>) -> Run {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = last.as_ref() {
            // One that broke off has nobody left to tell.
            let is_alive = run.state.has_changed().is_ok();
            let is_going = is_alive && matches!(*run.state.borrow(), State::Going(_));
            if is_going || seen == Some(run.id) {
                return run.clone();
            }
        }
        let id = last.as_ref().map_or(1, |run| run.id + 1);
        let run = start(db.clone(), now, id);
        *last = Some(run.clone());
        run
    }
}

fn start(db: Db, now: Timestamp, id: u64) -> Run {
    let (tell, state) = watch::channel(State::Going(Progress::default()));
    tokio::task::spawn_blocking(move || {
        let report = check::walk(&db, now.date(), |progress| {
            tell.send_replace(State::Going(progress));
        });
        let shown = report.map(|report| {
            let remembered = report.clone();
            // Where nothing can be written now, the home page tells of an older one.
            let _ = db.write_now(move |tx| check::remember(tx, now, &remembered));
            check::shown(&report, now)
        });
        tell.send_replace(State::Done(Arc::new(shown)));
    });
    Run { id, state }
}
