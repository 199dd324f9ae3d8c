//! The one program: `zhanggui serve` and the commands beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}
