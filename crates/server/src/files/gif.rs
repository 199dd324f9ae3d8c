//! Animations: every frame is decoded once to prove it sound, then only the blocks a picture needs are kept.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, ImageDecoder};

use super::picture::check_size;
use super::refusal::Refusal;

/// All frames together; a second of a shared core at most.
const MAX_FRAME_PIXELS: u64 = 150_000_000;

const EXTENSION: u8 = 0x21;
const FRAME: u8 = 0x2C;
const TRAILER: u8 = 0x3B;
const GRAPHIC_CONTROL: u8 = 0xF9;
const APPLICATION: u8 = 0xFF;
const LOOPING: &[u8] = b"\x0BNETSCAPE2.0";

/// The most memory that looking at the frames takes: the canvas, a frame, and what is shown of both.
pub fn need(bytes: &[u8]) -> Result<u64, Refusal> {
    let decoder = GifDecoder::new(Cursor::new(bytes)).map_err(|_| Refusal::Broken)?;
    let (width, height) = decoder.dimensions();
    check_size((width, height))?;
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    Ok(16 * u64::from(width) * u64::from(height) + length)
}

/// The same animation without comments, application data, or anything after its end.
pub fn rewrite(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let kept = keep_pictures(bytes).ok_or(Refusal::Broken)?;
    let decoder = GifDecoder::new(Cursor::new(&kept)).map_err(|_| Refusal::Broken)?;
    let (width, height) = decoder.dimensions();
    check_size((width, height))?;
    let mut left = MAX_FRAME_PIXELS;
    for frame in decoder.into_frames() {
        frame.map_err(|_| Refusal::Broken)?;
        left = left
            .checked_sub(u64::from(width) * u64::from(height))
            .ok_or(Refusal::TooManyPixels)?;
    }
    if left == MAX_FRAME_PIXELS {
        Err(Refusal::Broken)
    } else {
        Ok(kept)
    }
}

/// Copies header, frames, timing and looping; nothing when the structure does not hold.
fn keep_pictures(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut cursor = Blocks { bytes, at: 0 };
    let mut kept = cursor.take(13)?.to_vec();
    kept.extend_from_slice(cursor.colour_table(*kept.get(10)?)?);
    loop {
        match cursor.take(1)? {
            [TRAILER] => {
                kept.push(TRAILER);
                return Some(kept);
            }
            [FRAME] => {
                let descriptor = cursor.take(9)?;
                kept.push(FRAME);
                kept.extend_from_slice(descriptor);
                kept.extend_from_slice(cursor.colour_table(*descriptor.get(8)?)?);
                kept.extend_from_slice(cursor.take(1)?);
                kept.extend_from_slice(cursor.sub_blocks()?);
            }
            [EXTENSION] => {
                let label = *cursor.take(1)?.first()?;
                let data = cursor.sub_blocks()?;
                if label == GRAPHIC_CONTROL
                    || (label == APPLICATION && data.starts_with(LOOPING) && data.len() == 17)
                {
                    kept.extend_from_slice(&[EXTENSION, label]);
                    kept.extend_from_slice(data);
                }
            }
            _ => return None,
        }
    }
}

struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Blocks<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at + count)?;
        self.at += count;
        Some(taken)
    }

    /// The packed byte says whether a table follows and how long it is.
    fn colour_table(&mut self, packed: u8) -> Option<&'a [u8]> {
        if packed & 0x80 == 0 {
            Some(&[])
        } else {
            self.take(3 << ((packed & 7) + 1))
        }
    }

    /// A run of length-prefixed blocks up to and with the empty one.
    fn sub_blocks(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        loop {
            let length = *self.take(1)?.first()?;
            if length == 0 {
                return self.bytes.get(start..self.at);
            }
            self.take(usize::from(length))?;
        }
    }
}
