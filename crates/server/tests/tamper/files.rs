//! Edits of what is known of uploaded files, and of how many followed the link of a channel.

use super::{Edit, edit};

#[rustfmt::skip]
pub const EDITS: &[Edit] = &[
    edit("an identity card shown with another row", "UPDATE file SET shuyu_id = shuyu_id + 1 WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card shown with rows of another kind", "UPDATE file SET shuyu_ziyuan = 'app/user' WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card that belongs to nobody", "UPDATE file SET shuyu_ziyuan = NULL, shuyu_id = NULL WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card handed to its reader", "UPDATE file SET shuyu_ziyuan = NULL, shuyu_id = NULL, create_by = {clerk} WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card said to be somebody else's upload", "UPDATE file SET create_by = {clerk} WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card in a public folder", "UPDATE file SET folder = 'avatar' WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card under a public name", "UPDATE file SET file_key = replace(file_key, 'renzheng/', 'avatar/'), folder = 'avatar' WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("an identity card said to lie in clear", "UPDATE file SET miyao = 0 WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("another hash", "UPDATE file SET md5 = 'd41d8cd98f00b204e9800998ecf8427e' WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("another hash of a public file", "UPDATE file SET md5 = 'd41d8cd98f00b204e9800998ecf8427e' WHERE id = {picture}", &["文件 avatar/", "内容与登记的校验值不符"]),
    edit("no hash", "UPDATE file SET md5 = NULL WHERE id = {picture}", &["文件（file）编号{picture}：", "不符"]),
    edit("another size", "UPDATE file SET daxiao = daxiao + 1 WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("another size of a public file", "UPDATE file SET daxiao = daxiao - 1 WHERE id = {picture}", &["文件 avatar/", "长度与登记的不符"]),
    edit("another name", "UPDATE file SET name = '合同.pdf' WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("another kind of content", "UPDATE file SET mime = 'text/html' WHERE id = {picture}", &["文件（file）编号{picture}：", "不符"]),
    edit("a day of its own", "UPDATE file SET create_time = create_time - 1 WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("a file given up", "UPDATE file SET is_feiqi = TRUE WHERE id = {identity}", &["文件（file）编号{identity}：", "不符"]),
    edit("a file left for housekeeping", "UPDATE file SET is_yinyong = FALSE, shangchuan_ms = 0 WHERE id = {picture}", &["文件（file）编号{picture}：", "不符"]),
    edit("a file forgotten while its bytes stay", "DELETE FROM file WHERE id = {identity}", &["文件（file）编号{identity}：", "不见了"]),
    edit("a public file forgotten", "DELETE FROM file WHERE id = {picture}", &["文件（file）编号{picture}：", "不见了"]),
    edit("a file made up", "INSERT INTO file (id, file_key, folder, name, mime, daxiao, create_by, create_time) VALUES (9001, 'avatar/202601/x.png', 'avatar', 'x', 'image/png', 1, 1, 0)", &["文件（file）编号9001：", "不是经系统添加的"]),
    edit("visits added", "UPDATE kept_visit SET liulanshu = liulanshu + 100 WHERE qudao_id = {channel}", &["渠道浏览数（kept_visit）编号{channel}：", "不符"]),
    edit("visits taken away", "UPDATE kept_visit SET liulanshu = 0 WHERE qudao_id = {channel}", &["渠道浏览数（kept_visit）编号{channel}：", "不符"]),
    edit("visits of another channel", "UPDATE kept_visit SET qudao_id = 9001 WHERE qudao_id = {channel}", &["渠道浏览数（kept_visit）编号{channel}：", "不见了"]),
    edit("visits forgotten", "DELETE FROM kept_visit", &["渠道浏览数（kept_visit）编号{channel}：", "不见了"]),
    edit("visits made up", "INSERT INTO kept_visit (qudao_id, liulanshu) VALUES (9001, 7)", &["渠道浏览数（kept_visit）编号9001：", "不是经系统添加的"]),
    edit("visits put back as they once were", "UPDATE kept_visit SET liulanshu = 1; DELETE FROM state_line WHERE id = (SELECT max(id) FROM state_line WHERE table_name = 'kept_visit')", &["封存被破坏", "state_line"]),
];
