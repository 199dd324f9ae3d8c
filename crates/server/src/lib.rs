pub mod assets;
pub mod files;
pub mod net;
