use std::error::Error;
pub fn openapi() -> Result<String, Box<dyn Error>> {
    Ok("{}\n".to_owned())
}
pub fn resources_ts() -> Result<String, Box<dyn Error>> {
    Ok("export {}\n".to_owned())
}
