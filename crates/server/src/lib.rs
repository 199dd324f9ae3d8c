pub mod assets;
pub mod files;
