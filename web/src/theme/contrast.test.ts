import { expect, it } from "vitest";
import { palettes, type Palette } from "./tokens";

const WORDS = ["text", "second", "muted", "brand", "seal", "amber", "jade"] as const;
const GROUNDS = ["paper", "surface", "raised", "tableHead", "hover", "selected"] as const;
const SOFT = [
  ["brand", "brandSoft"],
  ["seal", "sealSoft"],
  ["amber", "amberSoft"],
  ["jade", "jadeSoft"],
] as const;

/** How bright a colour is, as WCAG measures it. */
function brightness(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [brightness(one), brightness(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

it.each(Object.entries(palettes))(
  "every word can be read in %s mode",
  (_mode, palette: Palette) => {
    const pairs = [
      ...WORDS.flatMap((word) => GROUNDS.map((ground) => [word, ground] as const)),
      ...SOFT,
    ];
    const faint = pairs.filter(([word, ground]) => contrast(palette[word], palette[ground]) < 4.5);
    expect(faint).toEqual([]);
  },
);
