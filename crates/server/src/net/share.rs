//! The connections there may be, and how many of them one address may have.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Limits;
use crate::origin::TrustedProxies;

pub struct Shares {
    max: usize,
    max_per_address: usize,
    proxies: TrustedProxies,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_network: HashMap<IpAddr, usize>,
}

impl Shares {
    pub fn new(limits: &Limits) -> Shares {
        Shares {
            max: limits.max_connections,
            max_per_address: limits.max_per_address,
            proxies: limits.proxies.clone(),
            taken: Arc::default(),
        }
    }

    /// A place for a connection from here, held as long as the answer lives.
    pub fn take(&self, address: IpAddr) -> Option<Share> {
        let network = (!self.proxies.contains(address)).then(|| network(address));
        let mut taken = lock(&self.taken);
        if taken.all >= self.max {
            return None;
        }
        if let Some(network) = network {
            let own = taken.by_network.entry(network).or_default();
            if *own >= self.max_per_address {
                return None;
            }
            *own += 1;
        }
        taken.all += 1;
        Some(Share {
            network,
            taken: Arc::clone(&self.taken),
        })
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One household of IPv6 has as many addresses as it likes.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The place of one connection.
pub struct Share {
    network: Option<IpAddr>,
    taken: Arc<Mutex<Taken>>,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all -= 1;
        let Some(network) = self.network else { return };
        if let Some(own) = taken.by_network.get_mut(&network) {
            *own -= 1;
            if *own == 0 {
                taken.by_network.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(max: usize, max_per_address: usize) -> Shares {
        let proxies = TrustedProxies::parse(&["10.0.0.0/8".to_owned()]).unwrap();
        Shares::new(&Limits {
            max_connections: max,
            max_per_address,
            proxies,
            ..Limits::default()
        })
    }

    #[test]
    fn one_address_takes_its_share_and_no_more() {
        let shares = shares(10, 3);
        let take = |address: &str| shares.take(address.parse().unwrap());
        let mut held: Vec<Share> = (0..3).map(|_| take("192.0.2.1").unwrap()).collect();
        assert!(take("192.0.2.1").is_none() && take("::ffff:192.0.2.1").is_none());
        held.push(take("192.0.2.2").unwrap());
        // A network of IPv6 counts as one address.
        held.extend((1..4).map(|host| take(&format!("2001:db8::{host}")).unwrap()));
        assert!(take("2001:db8::9").is_none());
        held.push(take("2001:db8:0:1::9").unwrap());
        held.truncate(2);
        assert!(take("192.0.2.1").is_some());
    }

    #[test]
    fn our_proxies_speak_for_many() {
        let shares = shares(6, 2);
        let held: Vec<Share> = (0..6)
            .map(|_| shares.take("10.1.2.3".parse().unwrap()).unwrap())
            .collect();
        // Only the number of all connections holds for them.
        assert!(shares.take("10.1.2.3".parse().unwrap()).is_none());
        drop(held);
        assert!(lock(&shares.taken).by_network.is_empty());
        assert_eq!(lock(&shares.taken).all, 0);
    }
}
