//! A question to something that may hang, asked once however many wait for the answer.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::watch;

/// Whoever asks while a question is under way shares its answer.
#[derive(Default)]
pub struct Probe {
    asked: Mutex<Option<watch::Receiver<Option<bool>>>>,
}

impl Probe {
    /// Whether the answer is yes, and comes within the time.
    pub async fn ask<F>(&self, within: Duration, question: impl FnOnce() -> F) -> bool
    where
        F: Future<Output = bool> + Send + 'static,
    {
        let mut answer = self.answer(question);
        let waited = tokio::time::timeout(within, answer.wait_for(Option::is_some)).await;
        matches!(waited, Ok(Ok(said)) if *said == Some(true))
    }

    /// The answer to come: of the question under way, or of a new one.
    fn answer<F>(&self, question: impl FnOnce() -> F) -> watch::Receiver<Option<bool>>
    where
        F: Future<Output = bool> + Send + 'static,
    {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        // One that was given up without an answer has nobody left to give it.
        let is_under_way = |told: &&watch::Receiver<Option<bool>>| {
            told.borrow().is_none() && told.has_changed().is_ok()
        };
        if let Some(told) = asked.as_ref().filter(is_under_way) {
            return told.clone();
        }
        let (tell, told) = watch::channel(None);
        let question = question();
        tokio::spawn(async move {
            let said = question.await;
            let _ = tell.send(Some(said));
        });
        *asked = Some(told.clone());
        told
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future::pending,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        time::Instant,
    };

    use super::*;

    const WITHIN: Duration = Duration::from_millis(100);

    #[tokio::test]
    async fn many_share_one_question_that_hangs() {
        let (probe, count) = (Arc::new(Probe::default()), Arc::new(AtomicUsize::new(0)));
        let started = Instant::now();
        let asking: Vec<_> = (0..500)
            .map(|_| {
                let (probe, count) = (Arc::clone(&probe), Arc::clone(&count));
                tokio::spawn(async move {
                    let question = || {
                        count.fetch_add(1, Ordering::Relaxed);
                        pending()
                    };
                    probe.ask(WITHIN, question).await
                })
            })
            .collect();
        for one in asking {
            assert!(!one.await.unwrap());
        }
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert!(started.elapsed() < Duration::from_secs(1));
    }

    #[tokio::test]
    async fn the_next_question_is_asked_anew() {
        let probe = Probe::default();
        assert!(probe.ask(WITHIN, async || true).await);
        assert!(!probe.ask(WITHIN, async || false).await);
        let given_up = async || -> bool { panic!("a question that ends without an answer") };
        assert!(!probe.ask(WITHIN, given_up).await);
        assert!(probe.ask(WITHIN, async || true).await);
    }
}
