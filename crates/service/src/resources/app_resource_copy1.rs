//! 资源导入: each row of a sheet tells where it stood and what became of it.

use schema::resources::ImportedItem;
use store::{files, rows::Changes};

use crate::{
    error::Result,
    files::OWN_FILES,
    rules::{ImportLine, Rules, Write},
};

pub const RULES: Rules = Rules {
    before,
    import_line: Some(line),
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    if !write.gives(ImportedItem::url) {
        return Ok(());
    }
    let next: ImportedItem = write.next()?;
    let key = next.url.strip_prefix(OWN_FILES);
    let file = key.map(|key| files::find(write.tx, key)).transpose()?;
    if let Some(file) = file.flatten() {
        let ending = file.key.rsplit_once('.');
        let ending = ending.map(|(_, ending)| ending.to_owned());
        write.set(ImportedItem::houzhui, ending);
        write.set(ImportedItem::daxiao, Some(file.size));
    }
    Ok(())
}

fn line(line: &ImportLine<'_>) -> Vec<store::rows::Change> {
    const REASON_CHARS: usize = 500;
    let state = if line.reason.is_some() {
        "SHIBAI"
    } else {
        "YIDAORU"
    };
    let reason = line.reason.as_ref();
    let reason = reason.map(|text| text.chars().take(REASON_CHARS).collect::<String>());
    Changes::<ImportedItem>::new()
        .set(ImportedItem::daoru_pici, Some(line.batch.to_owned()))
        .set(ImportedItem::hanghao, Some(i64::from(line.number)))
        .set(ImportedItem::daoru_state, Some(state.to_owned()))
        .set(ImportedItem::shibai_yuanyin, reason)
        .into_list()
}
