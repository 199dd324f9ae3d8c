//! Passwords.
use argon2::{Algorithm, Argon2, Params, Version};
/// Hashes.
pub fn raw(clear: &str, salt: &[u8], kib: u32) -> Result<[u8; 32], String> {
    let params = Params::new(kib, 2, 1, Some(32)).map_err(|e| e.to_string())?;
    let mut out = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(clear.as_bytes(), salt, &mut out)
        .map_err(|e| e.to_string())?;
    Ok(out)
}
