//! One word for one thing. What earlier versions called otherwise is still understood where people
//! bring it along: in the headings of their sheets, and in names that nobody changed.

/// Words of earlier versions, and what is said today.
pub const FORMER: [(&str, &str); 8] = [
    ("项目", "产品"),
    ("手机", "手机号"),
    ("延期", "展期"),
    ("银行卡号", "卡号"),
    ("应付金额", "应付"),
    ("待还本金", "剩余本金"),
    ("基本信息", "基础信息"),
    ("身份证号", "证件号"),
];

/// A text in the words of today.
pub fn current(text: &str) -> String {
    FORMER.iter().fold(text.to_owned(), |text, (then, now)| {
        // 手机 is a part of 手机号.
        let parts: Vec<String> = text
            .split(now)
            .map(|part| part.replace(then, now))
            .collect();
        parts.join(now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, dict, menu, models};

    #[test]
    fn former_words_become_those_of_today() {
        for (then, now) in [
            ("项目分类", "产品分类"),
            ("手机", "手机号"),
            ("手机号", "手机号"),
            ("用过的手机", "用过的手机号"),
            ("第4期延期7天", "第4期展期7天"),
            ("昵称", "昵称"),
        ] {
            assert_eq!(current(then), now);
        }
    }

    /// Everything a person reads that is made from definitions.
    fn said() -> Vec<String> {
        let mut texts = Vec::new();
        for model in models() {
            texts.push(model.table.label.to_owned());
            for field in &model.fields {
                texts.push(field.column.label.to_owned());
                texts.extend(field.column.hint.map(str::to_owned));
                let sentence = field.column.pattern.map(|pattern| pattern.sentence);
                texts.extend(sentence.map(str::to_owned));
            }
        }
        for seeded in dict::seed() {
            texts.push(seeded.name.to_owned());
            texts.extend(seeded.values.iter().map(|value| value.label.to_owned()));
        }
        for group in menu::MENU {
            texts.push(group.name.to_owned());
            for page in group.pages {
                texts.push(page.name.to_owned());
                let buttons = page.buttons.iter().flat_map(menu::Button::expand);
                texts.extend(buttons.map(|(_, label)| label));
            }
        }
        texts
    }

    #[test]
    fn definitions_say_the_words_of_today() {
        let said = said();
        assert!(said.len() > 500, "{}", said.len());
        for text in said {
            assert_eq!(text, current(&text));
        }
    }

    #[test]
    fn whoever_borrows_is_a_customer_and_whoever_works_here_a_user() {
        for model in models() {
            for field in &model.fields {
                let is_customer = matches!(field.column.kind, Kind::Ref("app/user"));
                let label = field.column.label;
                assert!(
                    !is_customer || label.contains("客户"),
                    "{} {label}",
                    model.name
                );
            }
        }
    }
}
