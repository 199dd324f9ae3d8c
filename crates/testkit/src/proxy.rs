//! A way to a server that can fall silent, as a firewall that forgot a connection does: nothing
//! is closed, nothing arrives.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

pub struct Proxy {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    to: SocketAddr,
    /// Connections made before this many are silent.
    silent_below: AtomicUsize,
    is_closed: AtomicBool,
    made: AtomicUsize,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    pub fn to(to: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            to,
            silent_below: AtomicUsize::new(0),
            is_closed: AtomicBool::new(false),
            made: AtomicUsize::new(0),
            open: Mutex::default(),
        });
        let serving = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                serving.serve(client);
            }
        });
        Self { address, shared }
    }

    /// From now on nothing passes on the connections there are; new ones work.
    pub fn silence(&self) {
        let made = self.shared.made.load(Ordering::SeqCst);
        self.shared.silent_below.store(made, Ordering::SeqCst);
    }

    /// From now on nothing passes on any connection, however new.
    pub fn silence_all(&self) {
        self.shared.silent_below.store(usize::MAX, Ordering::SeqCst);
    }

    pub fn speak(&self) {
        self.shared.silent_below.store(0, Ordering::SeqCst);
    }

    /// Ends every connection, and each new one at once, until it is opened again.
    pub fn close(&self, is_closed: bool) {
        self.shared.is_closed.store(is_closed, Ordering::SeqCst);
        for stream in self.shared.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }
}

impl Shared {
    fn serve(self: &Arc<Self>, client: TcpStream) {
        if self.is_closed.load(Ordering::SeqCst) {
            return;
        }
        let number = self.made.fetch_add(1, Ordering::SeqCst);
        let Ok(server) = TcpStream::connect(self.to) else {
            return;
        };
        let ends = [&client, &server].map(|stream| stream.try_clone().unwrap());
        self.open.lock().unwrap().extend(ends);
        let pair = [client.try_clone().unwrap(), server.try_clone().unwrap()];
        let [from_client, to_server] = pair;
        for (mut from, mut to) in [(from_client, to_server), (server, client)] {
            let shared = Arc::clone(self);
            thread::spawn(move || {
                let mut bytes = [0; 16 << 10];
                while let Ok(count @ 1..) = from.read(&mut bytes) {
                    if number < shared.silent_below.load(Ordering::SeqCst) {
                        continue;
                    }
                    if to.write_all(&bytes[..count]).is_err() {
                        break;
                    }
                }
                let _ = to.shutdown(std::net::Shutdown::Both);
            });
        }
    }
}
