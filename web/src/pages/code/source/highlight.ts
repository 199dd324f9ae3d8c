/** What a piece of a line is, for its colour. */
export type TokenKind =
  | "plain"
  | "comment"
  | "text"
  | "word"
  | "number"
  | "tag"
  | "added"
  | "taken";

export interface Token {
  kind: TokenKind;
  text: string;
}

interface Language {
  /** Comments, strings and tags, in this order of precedence. */
  parts: readonly [TokenKind, RegExp][];
  words: ReadonlySet<string>;
}

const wordsOf = (text: string) => new Set(text.split(" "));

const RUST = wordsOf(
  "as async await bool break const continue crate dyn else enum false fn for i64 if impl in let loop match mod move mut pub ref return self Self static str String struct super trait true type use usize where while",
);
const TYPESCRIPT = wordsOf(
  "as async await boolean break case catch class const continue default else export extends false finally for from function if import in interface let new null number of readonly return string switch this throw true try type typeof undefined while",
);
const SQL = wordsOf(
  "add alter and as bigint blob boolean by bytea column constraint create default delete drop execute false for foreign from generated identity index insert int integer into is key not null on or primary references set strict table text trigger true unique update using values virtual where",
);

const STRING: [TokenKind, RegExp] = ["text", /"(?:[^"\\\n]|\\.)*"/y];
const QUOTED: [TokenKind, RegExp] = ["text", /'(?:[^'\\\n]|\\.)*'/y];
const LINE: [TokenKind, RegExp] = ["comment", /\/\/[^\n]*/y];
const BLOCK: [TokenKind, RegExp] = ["comment", /\/\*[\s\S]*?(?:\*\/|$)/y];
const JINJA: [TokenKind, RegExp][] = [
  ["comment", /\{#[\s\S]*?(?:#\}|$)/y],
  ["tag", /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)/y],
];

const NONE: ReadonlySet<string> = new Set();

const LANGUAGES: Readonly<Record<string, Language>> = {
  rust: { parts: [LINE, BLOCK, STRING], words: RUST },
  typescript: {
    parts: [LINE, BLOCK, STRING, QUOTED, ["text", /`(?:[^`\\]|\\.)*`/y]],
    words: TYPESCRIPT,
  },
  sql: { parts: [["comment", /--[^\n]*/y], QUOTED, STRING], words: SQL },
  markdown: {
    parts: [
      ["word", /^#{1,6} [^\n]*/my],
      ["text", /`[^`\n]+`/y],
    ],
    words: NONE,
  },
  diff: {
    parts: [
      ["comment", /^(?:---|\+\+\+|diff |index )[^\n]*/my],
      ["tag", /^@@[^\n]*/my],
      ["added", /^\+[^\n]*/my],
      ["taken", /^-[^\n]*/my],
    ],
    words: NONE,
  },
  template: { parts: [...JINJA, LINE, STRING], words: RUST },
};

const PLAIN: Language = { parts: [], words: NONE };
const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /\d[\d_.]*/y;

/** A source text as lines of coloured pieces; what is longer than a line goes on in the next one. */
export function highlight(text: string, language: string): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens(text, LANGUAGES[language] ?? PLAIN)) {
    const [first = "", ...rest] = token.text.split("\n");
    put(lines, { ...token, text: first });
    for (const part of rest) {
      lines.push([]);
      put(lines, { ...token, text: part });
    }
  }
  return lines;
}

function put(lines: Token[][], token: Token) {
  if (token.text === "") return;
  const line = lines.at(-1) ?? [];
  const last = line.at(-1);
  if (last?.kind === token.kind) last.text += token.text;
  else line.push(token);
}

function* tokens(text: string, { parts, words }: Language): Generator<Token> {
  const isCaseless = words === SQL;
  let at = 0;
  while (at < text.length) {
    const found = partAt(text, at, parts);
    if (found) {
      yield found;
      at += found.text.length;
      continue;
    }
    const word = matchAt(WORD, text, at);
    if (word !== undefined) {
      const isKnown = words.has(isCaseless ? word.toLowerCase() : word);
      yield { kind: isKnown ? "word" : "plain", text: word };
      at += word.length;
      continue;
    }
    const number = matchAt(NUMBER, text, at);
    yield number === undefined
      ? { kind: "plain", text: text.charAt(at) }
      : { kind: "number", text: number };
    at += number?.length ?? 1;
  }
}

function partAt(text: string, at: number, parts: Language["parts"]): Token | undefined {
  for (const [kind, pattern] of parts) {
    const found = matchAt(pattern, text, at);
    if (found) return { kind, text: found };
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
