//! How a jpeg is laid out, as far as it decides how much memory its decoding takes.

const START_OF_SCAN: u8 = 0xDA;

/// What the coefficients of the whole picture take where the decoder must keep them: in anything
/// but a plain file of one scan it first collects all scans.
pub fn coefficients(bytes: &[u8], width: u32, height: u32) -> u64 {
    if is_one_plain_scan(bytes) == Some(true) {
        return 0;
    }
    let whole_blocks = |side: u32| u64::from(side.next_multiple_of(32));
    // Two bytes for each of up to four colours.
    8 * whole_blocks(width) * whole_blocks(height)
}

/// Whether all colours come in the first scan of a file that is not progressive; nothing where the
/// segments before it do not hold.
fn is_one_plain_scan(bytes: &[u8]) -> Option<bool> {
    let mut rest = bytes.strip_prefix(b"\xFF\xD8")?;
    let mut colours = None;
    loop {
        let [0xFF, marker, high, low, ..] = rest else {
            return None;
        };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let segment = rest.get(4..2 + length)?;
        match marker {
            // Plain frames: baseline and extended sequential.
            0xC0 | 0xC1 if colours.is_none() => colours = Some(*segment.get(5)?),
            // Not frames at all: tables.
            0xC4 | 0xC8 | 0xCC => {}
            0xC0..=0xCF => return Some(false),
            &START_OF_SCAN => return Some(colours? == *segment.first()?),
            _ => {}
        }
        rest = rest.get(2 + length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, scan_colours: u8) -> Vec<u8> {
        let mut bytes = b"\xFF\xD8\xFF\xE0\0\x04JF".to_vec();
        bytes.extend_from_slice(&[0xFF, kind, 0, 8, 8, 0, 9, 0, 9, 3]);
        bytes.extend_from_slice(&[0xFF, START_OF_SCAN, 0, 3, scan_colours]);
        bytes
    }

    #[test]
    fn several_scans_are_kept_whole() {
        for (kind, scan_colours, expected) in [
            (0xC0, 3, Some(true)),
            (0xC1, 3, Some(true)),
            (0xC0, 1, Some(false)),
            (0xC2, 3, Some(false)),
            (0xC2, 1, Some(false)),
        ] {
            let bytes = frame(kind, scan_colours);
            assert_eq!(
                is_one_plain_scan(&bytes),
                expected,
                "{kind:x} {scan_colours}"
            );
        }
        assert_eq!(is_one_plain_scan(b"\xFF\xD8\0\0"), None);
        assert_eq!(coefficients(&frame(0xC0, 3), 33, 1), 0);
        assert_eq!(coefficients(&frame(0xC2, 3), 33, 1), 8 * 64 * 32);
    }
}
