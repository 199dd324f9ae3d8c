//! The rows of a database in one file: packed, with a total for each table at the end, so that a
//! file that was cut off or changed on its way is told from a whole one.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};

use super::{Shape, Totals, from_plain, plain};
use crate::{private, value::Row};

const MAGIC: &[u8] = b"ZHANGGUI COPY 1\n";
const ROWS: u8 = 1;
const END: u8 = 0;
/// No text or picture of a row is larger; what says so is not a file of ours.
const LARGEST: u64 = 1 << 30;

/// What stands before the rows.
#[derive(Serialize, Deserialize)]
struct Head {
    /// Migrations that made the tables.
    migrations: usize,
    shapes: Vec<Shape>,
}

/// What stands after them.
#[derive(Serialize, Deserialize)]
struct Tail {
    numbers: Vec<(String, i64)>,
    totals: Totals,
}

pub struct Writer {
    out: GzEncoder<BufWriter<File>>,
    shapes: Vec<Shape>,
    totals: Totals,
}

impl Writer {
    pub fn create(path: &Path, migrations: usize, shapes: Vec<Shape>) -> io::Result<Self> {
        private::make_file(path)?;
        let file = File::options().write(true).truncate(true).open(path)?;
        let mut out = GzEncoder::new(BufWriter::new(file), Compression::fast());
        out.write_all(MAGIC)?;
        let head = Head { migrations, shapes };
        put_json(&mut out, &head)?;
        Ok(Self {
            out,
            shapes: head.shapes,
            totals: Totals::new(),
        })
    }

    pub fn rows(&mut self, shape: &Shape, rows: &[Row]) -> io::Result<()> {
        let table = self.shapes.iter().position(|known| known == shape);
        let table = table.ok_or_else(|| broken("a table that was not announced"))?;
        self.out.write_all(&[ROWS])?;
        put_number(&mut self.out, table as u64)?;
        put_number(&mut self.out, rows.len() as u64)?;
        let total = self.totals.entry(shape.table.clone()).or_default();
        for row in rows {
            total.add(row);
            for value in &row.0 {
                let (tag, bytes) = plain(value);
                self.out.write_all(&[tag])?;
                put_number(&mut self.out, bytes.len() as u64)?;
                self.out.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    /// Closes the file; when this returns, it survives a crash.
    pub fn finish(mut self, numbers: Vec<(String, i64)>) -> io::Result<Totals> {
        self.out.write_all(&[END])?;
        let totals = self.totals.clone();
        put_json(&mut self.out, &Tail { numbers, totals })?;
        let file = self
            .out
            .finish()?
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(self.totals)
    }
}

pub struct Reader {
    from: GzDecoder<BufReader<File>>,
    head: Head,
    totals: Totals,
}

impl Reader {
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut from = GzDecoder::new(BufReader::new(File::open(path)?));
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(broken("not a copy of an office"));
        }
        let head = get_json(&mut from)?;
        Ok(Self {
            from,
            head,
            totals: Totals::new(),
        })
    }

    /// How many migrations made the tables that these rows are of.
    pub fn migrations(&self) -> usize {
        self.head.migrations
    }

    pub fn shapes(&self) -> &[Shape] {
        &self.head.shapes
    }

    /// The next rows; nothing at the end.
    pub fn rows(&mut self) -> io::Result<Option<(Shape, Vec<Row>)>> {
        let mut tag = [0];
        self.from.read_exact(&mut tag)?;
        if tag != [ROWS] {
            return Ok(None);
        }
        let table = usize::try_from(get_number(&mut self.from)?).unwrap_or(usize::MAX);
        let shape = self.head.shapes.get(table).cloned();
        let shape = shape.ok_or_else(|| broken("rows of no table"))?;
        let count = get_number(&mut self.from)?;
        let mut rows = Vec::new();
        let total = self.totals.entry(shape.table.clone()).or_default();
        for _ in 0..count {
            let values = shape.columns.iter().map(|_| get_value(&mut self.from));
            let row = Row(values.collect::<io::Result<_>>()?);
            total.add(&row);
            rows.push(row);
        }
        Ok(Some((shape, rows)))
    }

    /// What is left after the last rows, where they are all there as they were written.
    pub fn finish(mut self) -> io::Result<(Vec<(String, i64)>, Totals)> {
        let tail: Tail = get_json(&mut self.from)?;
        // What the packing itself says of the file stands at its very end.
        io::copy(&mut self.from, &mut io::sink())?;
        if tail.totals == self.totals {
            Ok((tail.numbers, tail.totals))
        } else {
            Err(broken("rows that are not those that were written"))
        }
    }
}

fn broken(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn put_number(out: &mut impl Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

fn get_number(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn get_bytes(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = get_number(from)?;
    if length > LARGEST {
        return Err(broken("a value larger than any"));
    }
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn get_value(from: &mut impl Read) -> io::Result<crate::Value> {
    let mut tag = [0];
    from.read_exact(&mut tag)?;
    from_plain(tag[0], get_bytes(from)?).ok_or_else(|| broken("a value of no kind"))
}

fn put_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(value)?;
    put_number(out, bytes.len() as u64)?;
    out.write_all(&bytes)
}

fn get_json<T: for<'a> Deserialize<'a>>(from: &mut impl Read) -> io::Result<T> {
    Ok(serde_json::from_slice(&get_bytes(from)?)?)
}
