//! Taking turns at what occupies a core. Whoever waits does so in the line of their own address or
//! browser, and the lines are served one after the other: a hundred guesses from one address hold
//! up one another and nobody else.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

/// Waiting in one line; more are sent away, since they would give up before their turn.
const PER_LINE: usize = 32;
/// Waiting with one name, from wherever.
const PER_NAME: usize = 8;
/// Waiting altogether, not counting those we know.
const STRANGERS: usize = 256;

/// Who asks for a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// Those of one line wait for one another.
    pub line: String,
    pub name: String,
    /// People we know take every other turn, however many strangers there are.
    pub is_known: bool,
}

/// A number of places and the lines before them.
pub struct Turns {
    shared: Arc<Mutex<State>>,
}

struct State {
    free: usize,
    known: Lines,
    strangers: Lines,
    is_strangers_turn: bool,
}

/// The lines in the order in which they are served.
#[derive(Default)]
struct Lines(VecDeque<(String, VecDeque<Waiting>)>);

struct Waiting {
    name: String,
    called: oneshot::Sender<Turn>,
}

impl Lines {
    fn forget_who_left(&mut self) {
        for (_, line) in &mut self.0 {
            line.retain(|waiting| !waiting.called.is_closed());
        }
        self.0.retain(|(_, line)| !line.is_empty());
    }

    fn has_room(&self, who: &Who) -> bool {
        let everybody = || self.0.iter().flat_map(|(_, line)| line);
        let named = everybody().filter(|waiting| waiting.name == who.name);
        let mut own = self.0.iter().filter(|(name, _)| *name == who.line);
        named.count() < PER_NAME
            && own.next().map_or(0, |(_, line)| line.len()) < PER_LINE
            && (who.is_known || everybody().count() < STRANGERS)
    }

    fn join(&mut self, who: &Who, waiting: Waiting) {
        match self.0.iter_mut().find(|(name, _)| *name == who.line) {
            Some((_, line)) => line.push_back(waiting),
            None => self
                .0
                .push_back((who.line.clone(), VecDeque::from([waiting]))),
        }
    }

    /// The first of the first line, which then goes to the end.
    fn next(&mut self) -> Option<Waiting> {
        let (name, mut line) = self.0.pop_front()?;
        let first = line.pop_front();
        if !line.is_empty() {
            self.0.push_back((name, line));
        }
        first
    }
}

impl State {
    fn next(&mut self) -> Option<Waiting> {
        self.is_strangers_turn = !self.is_strangers_turn;
        if self.is_strangers_turn {
            self.strangers.next().or_else(|| self.known.next())
        } else {
            self.known.next().or_else(|| self.strangers.next())
        }
    }
}

impl Turns {
    pub fn new(places: usize) -> Self {
        let state = State {
            free: places,
            known: Lines::default(),
            strangers: Lines::default(),
            is_strangers_turn: false,
        };
        Self {
            shared: Arc::new(Mutex::new(state)),
        }
    }

    /// Waits for a turn; none where too many wait already.
    pub async fn take(&self, who: &Who) -> Option<Turn> {
        let called = {
            let mut state = lock(&self.shared);
            if state.free > 0 {
                state.free -= 1;
                return Some(self.turn());
            }
            let lines = if who.is_known {
                &mut state.known
            } else {
                &mut state.strangers
            };
            lines.forget_who_left();
            if !lines.has_room(who) {
                return None;
            }
            let (called, calling) = oneshot::channel();
            let name = who.name.clone();
            lines.join(who, Waiting { name, called });
            calling
        };
        called.await.ok()
    }

    fn turn(&self) -> Turn {
        Turn {
            shared: Some(Arc::clone(&self.shared)),
        }
    }
}

fn lock(shared: &Mutex<State>) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place, given back when it is dropped.
pub struct Turn {
    shared: Option<Arc<Mutex<State>>>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(shared) = self.shared.take() else {
            return;
        };
        loop {
            let next = {
                let mut state = lock(&shared);
                let next = state.next();
                if next.is_none() {
                    state.free += 1;
                }
                next
            };
            let Some(waiting) = next else { return };
            let turn = Turn {
                shared: Some(Arc::clone(&shared)),
            };
            match waiting.called.send(turn) {
                Ok(()) => return,
                // Went away while waiting: the place is for the next one.
                Err(mut unused) => unused.shared = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{future::Future, pin::Pin, task::Poll};

    use super::*;

    type Asking<'a> = Pin<Box<dyn Future<Output = Option<Turn>> + 'a>>;

    fn who(line: &str, name: &str, is_known: bool) -> Who {
        let (line, name) = (line.to_owned(), name.to_owned());
        Who {
            line,
            name,
            is_known,
        }
    }

    /// What somebody who asks is told at once.
    enum Answer {
        Turn(Turn),
        Waits,
        SentAway,
    }

    impl Answer {
        fn waits(&self) -> bool {
            matches!(self, Self::Waits)
        }

        fn turn(self) -> Turn {
            match self {
                Self::Turn(turn) => turn,
                Self::Waits => panic!("still waiting"),
                Self::SentAway => panic!("sent away"),
            }
        }
    }

    /// Asks, and gets as far as waiting.
    fn ask<'a>(turns: &'a Turns, who: &'a Who) -> (Asking<'a>, Answer) {
        let mut asking: Asking<'a> = Box::pin(turns.take(who));
        let answer = look(&mut asking);
        (asking, answer)
    }

    fn look(asking: &mut Asking<'_>) -> Answer {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match asking.as_mut().poll(&mut context) {
            Poll::Ready(Some(turn)) => Answer::Turn(turn),
            Poll::Ready(None) => Answer::SentAway,
            Poll::Pending => Answer::Waits,
        }
    }

    #[test]
    fn a_crowd_from_one_address_holds_up_only_itself() {
        let turns = Turns::new(1);
        let crowd: Vec<Who> = (0..80)
            .map(|at| who("bad", &format!("n{}", at % 20), false))
            .collect();
        let other = who("good", "anna", false);
        let mut held = ask(&turns, &crowd[0]).1.turn();
        let mut waiting = Vec::new();
        let mut sent_away = 0;
        for one in &crowd[1..] {
            match ask(&turns, one) {
                (asking, Answer::Waits) => waiting.push(asking),
                (_, answer) => {
                    assert!(matches!(answer, Answer::SentAway));
                    sent_away += 1;
                }
            }
        }
        assert_eq!((waiting.len(), sent_away), (PER_LINE, 79 - PER_LINE));
        let (mut good, answer) = ask(&turns, &other);
        assert!(answer.waits());
        // One of the crowd was first; the other address is next.
        drop(held);
        held = look(&mut waiting[0]).turn();
        assert!(look(&mut good).waits());
        drop(held);
        look(&mut good).turn();
    }

    #[test]
    fn people_we_know_take_every_other_turn() {
        let turns = Turns::new(1);
        let strangers: Vec<Who> = (0..300)
            .map(|at| who(&format!("a{at}"), &format!("n{at}"), false))
            .collect();
        let held = ask(&turns, &strangers[0]).1.turn();
        let mut waiting: Vec<Asking<'_>> = strangers[1..]
            .iter()
            .map(|one| ask(&turns, one))
            .filter(|(_, answer)| answer.waits())
            .map(|(asking, _)| asking)
            .collect();
        assert_eq!(waiting.len(), STRANGERS);
        let known = who("browser", "anna", true);
        let (mut anna, _) = ask(&turns, &known);
        drop(held);
        let turn = look(&mut waiting[0]).turn();
        drop(turn);
        look(&mut anna).turn();
    }

    #[test]
    fn one_name_waits_a_few_times_and_no_more() {
        let turns = Turns::new(1);
        let same: Vec<Who> = (0..20)
            .map(|at| who(&format!("a{at}"), "anna", false))
            .collect();
        let _held = ask(&turns, &same[0]);
        let asked: Vec<_> = same[1..].iter().map(|one| ask(&turns, one)).collect();
        let waiting = asked.iter().filter(|(_, answer)| answer.waits()).count();
        assert_eq!(waiting, PER_NAME);
    }

    #[test]
    fn who_goes_away_leaves_their_place_to_the_next() {
        let turns = Turns::new(1);
        let (first, second) = (who("a", "anna", false), who("b", "bert", false));
        let held = ask(&turns, &first).1.turn();
        let (gone, _) = ask(&turns, &first);
        let (mut next, _) = ask(&turns, &second);
        drop(gone);
        drop(held);
        // Called, and gone before it heard: that place is not lost either.
        look(&mut next).turn();
        drop(next);
        ask(&turns, &first).1.turn();
    }
}
