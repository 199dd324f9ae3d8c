//! Rich text, cleaned.
/// Cleans.
pub fn clean(html: &str) -> Result<String, String> {
    Ok(ammonia::clean(html))
}
