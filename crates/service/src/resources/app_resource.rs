//! 资源库: what a file is, is read from the file itself.

use schema::resources::LibraryItem;
use store::files;

use crate::{
    error::Result,
    files::OWN_FILES,
    rules::{Rules, Write},
};

pub const RULES: Rules = Rules {
    before,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    if !write.gives(LibraryItem::url) {
        return Ok(());
    }
    let next: LibraryItem = write.next()?;
    let key = next.url.strip_prefix(OWN_FILES);
    let file = key.map(|key| files::find(write.tx, key)).transpose()?;
    // That it is there is asked for every column of files.
    if let Some(file) = file.flatten() {
        let ending = file
            .key
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_owned());
        write.set(LibraryItem::houzhui, ending);
        write.set(LibraryItem::daxiao, Some(file.size));
    }
    Ok(())
}
