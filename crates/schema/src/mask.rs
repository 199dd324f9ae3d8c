//! How personal data looks on the way out: masked by position, and closed when in doubt.

/// The shape of a masked value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mask {
    /// 138****1234
    Phone,
    /// First digit and last two: the birth date never shows.
    IdNumber,
    /// First six and last four, the rest hidden.
    BankCard,
    /// The family name only.
    Name,
    /// First letter and the domain.
    Email,
    /// Several phones with commas between them, each masked by itself.
    Phones,
    /// The first six letters: where an address or a message begins.
    Beginning,
    /// Nothing but dots.
    Hidden,
}

const BEGINNING: usize = 6;
/// How long a text is stays hidden too.
const MOST_HIDDEN: usize = 12;

impl Mask {
    /// The masked form of `clear`. Values too short for their shape are hidden whole.
    pub fn apply(self, clear: &str) -> String {
        let (head, tail) = match self {
            Self::Phone => (3, 4),
            Self::IdNumber => (1, 2),
            Self::BankCard => (6, 4),
            Self::Name => (1, 0),
            Self::Email => return mask_email(clear),
            Self::Phones => {
                let each = clear.split(',').map(|phone| Self::Phone.apply(phone));
                return each.collect::<Vec<_>>().join(",");
            }
            Self::Beginning => {
                let start: String = clear.chars().take(BEGINNING + MOST_HIDDEN).collect();
                return keep_ends(&start, BEGINNING, 0);
            }
            Self::Hidden => (0, 0),
        };
        keep_ends(clear, head, tail)
    }

    /// Whether a text is what somebody was shown and not what somebody wrote: a message may hold
    /// stars of its own.
    pub fn is_shown(self, text: &str) -> bool {
        text.contains('*') && (self != Self::Beginning || self.apply(text) == text)
    }
}

fn keep_ends(clear: &str, head: usize, tail: usize) -> String {
    let length = clear.chars().count();
    if length == 0 {
        return String::new();
    }
    // At least two hidden characters, or a short value would give itself away.
    if self_revealing(length, head, tail) {
        return "*".repeat(length.max(2));
    }
    let mut masked = String::with_capacity(clear.len());
    for (at, letter) in clear.chars().enumerate() {
        let is_shown = at < head || at >= length - tail;
        masked.push(if is_shown { letter } else { '*' });
    }
    masked
}

fn self_revealing(length: usize, head: usize, tail: usize) -> bool {
    let least_hidden = if tail == 0 { 1 } else { 2 };
    length < head + tail + least_hidden
}

fn mask_email(clear: &str) -> String {
    match clear.split_once('@') {
        Some((name, domain)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}***@{domain}")
        }
        None => "*".repeat(clear.chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_by_position() {
        assert_eq!(Mask::Phone.apply("13812341234"), "138****1234");
        assert_eq!(
            Mask::IdNumber.apply("11010519491231002X"),
            "1***************2X"
        );
        assert_eq!(Mask::BankCard.apply("6225751234561496"), "622575******1496");
        assert_eq!(Mask::Name.apply("李小明"), "李**");
        assert_eq!(Mask::Email.apply("zhang@example.com"), "z***@example.com");
        assert_eq!(
            Mask::Phones.apply("13812341234,1391234"),
            "138****1234,*******"
        );
        assert_eq!(
            Mask::Beginning.apply("杭州市西湖区文三路1号"),
            "杭州市西湖区*****"
        );
        assert_eq!(Mask::Beginning.apply("文三路1号"), "*****");
        let long = Mask::Beginning.apply(&"很长的短信".repeat(40));
        assert_eq!(long, "很长的短信很************");
    }

    #[test]
    fn a_message_with_stars_of_its_own_is_told_from_a_masked_one() {
        let message = "您尾号6222****1234的账户收入100元";
        assert!(!Mask::Beginning.is_shown(message));
        assert!(Mask::Beginning.is_shown(&Mask::Beginning.apply(message)));
        assert!(Mask::Phone.is_shown("138****1234") && Mask::Phone.is_shown("13*12341234"));
        assert!(!Mask::Phone.is_shown("13812341234"));
    }

    #[test]
    fn a_value_of_the_wrong_length_is_hidden_not_shown() {
        assert_eq!(Mask::Phone.apply("1381234"), "*******");
        assert_eq!(Mask::Phone.apply("12345678"), "********");
        assert_eq!(Mask::IdNumber.apply("12"), "**");
        assert_eq!(Mask::Email.apply("nobody"), "******");
        assert_eq!(Mask::Phone.apply(""), "");
    }
}
