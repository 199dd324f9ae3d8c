//! Where a request really came from: a proxy is believed only if it is one of ours.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;

/// Networks whose X-Forwarded-For is believed.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<(IpAddr, u8)>);

impl TrustedProxies {
    /// Addresses or networks: `10.0.0.1`, `10.0.0.0/8`, `::1`.
    pub fn parse(texts: &[String]) -> Result<Self, String> {
        let networks: Result<Vec<_>, String> = texts
            .iter()
            .filter(|text| !text.trim().is_empty())
            .map(|text| network(text.trim()))
            .collect();
        networks.map(Self)
    }

    /// Whether this is one of our proxies.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0
            .iter()
            .any(|(network, bits)| is_within(address, *network, *bits))
    }

    /// Whether one of our proxies says that it was asked over TLS.
    pub fn is_https(&self, peer: SocketAddr, headers: &HeaderMap) -> bool {
        let protocol = headers.get("x-forwarded-proto");
        self.contains(peer.ip()) && protocol.is_some_and(|protocol| protocol == "https")
    }

    /// The last address in the chain that is not one of our proxies.
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.ip();
        let forwarded = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok());
        let chain: Vec<&str> = forwarded
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .collect();
        for text in chain.iter().rev() {
            if !self.contains(client) {
                break;
            }
            match text.parse() {
                Ok(address) => client = address,
                Err(_) => break,
            }
        }
        client
    }
}

fn network(text: &str) -> Result<(IpAddr, u8), String> {
    let wrong = || format!("ZHANGGUI_TRUSTED_PROXIES 中的 {text} 不是地址或网段");
    let (address, bits) = text
        .split_once('/')
        .map_or((text, None), |(address, bits)| (address, Some(bits)));
    let address: IpAddr = address.parse().map_err(|_| wrong())?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
    if bits > most {
        Err(wrong())
    } else {
        Ok((address, bits))
    }
}

fn is_within(address: IpAddr, network: IpAddr, bits: u8) -> bool {
    let octets = |address: IpAddr| match address {
        IpAddr::V4(v4) => v4.octets().to_vec(),
        IpAddr::V6(v6) => v6.octets().to_vec(),
    };
    let (address, network) = (octets(address), octets(network));
    if address.len() != network.len() {
        return false;
    }
    address
        .iter()
        .zip(&network)
        .enumerate()
        .all(|(at, (mine, theirs))| {
            let kept = usize::from(bits).saturating_sub(at * 8).min(8);
            let mask = if kept == 0 { 0 } else { u8::MAX << (8 - kept) };
            mine & mask == theirs & mask
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &str) -> String {
        let trusted: Vec<String> = trusted.iter().map(|text| (*text).to_owned()).collect();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let peer = SocketAddr::new(peer.parse().unwrap(), 1);
        TrustedProxies::parse(&trusted)
            .unwrap()
            .client(peer, &headers)
            .to_string()
    }

    #[test]
    fn only_our_proxies_are_believed() {
        assert_eq!(client(&[], "9.9.9.9", "1.2.3.4"), "9.9.9.9");
        assert_eq!(client(&["9.9.9.9"], "9.9.9.9", "1.2.3.4"), "1.2.3.4");
        assert_eq!(
            client(&["10.0.0.0/8"], "10.1.2.3", "6.6.6.6, 1.2.3.4, 10.9.9.9"),
            "1.2.3.4"
        );
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", "nonsense"), "10.1.2.3");
        assert!(TrustedProxies::parse(&["10.0.0.0/33".to_owned()]).is_err());
    }

    #[test]
    fn only_our_proxies_say_that_it_was_tls() {
        let trusted = TrustedProxies::parse(&["10.0.0.0/8".to_owned()]).unwrap();
        for (peer, protocol, expected) in [
            ("10.1.2.3", "https", true),
            ("10.1.2.3", "http", false),
            ("9.9.9.9", "https", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-proto", protocol.parse().unwrap());
            let peer = SocketAddr::new(peer.parse().unwrap(), 1);
            assert_eq!(
                trusted.is_https(peer, &headers),
                expected,
                "{peer} {protocol}"
            );
        }
    }
}
