import type { ThemeConfig } from "antd";
import { theme as antdTheme } from "antd";

/** Every colour of the product, by role. No other file holds a literal colour. */
export interface Palette {
  paper: string;
  surface: string;
  raised: string;
  line: string;
  lineStrong: string;
  text: string;
  second: string;
  muted: string;
  disabled: string;
  tableHead: string;
  hover: string;
  selected: string;
  brand: string;
  brandHover: string;
  brandActive: string;
  brandSoft: string;
  onBrand: string;
  seal: string;
  sealSoft: string;
  amber: string;
  amberSoft: string;
  jade: string;
  jadeSoft: string;
  overlay: string;
  shadow: string;
}

// Muted, amber and jade are a little darker than a designer would first pick:
// every text role keeps 4.5:1 on paper, on surface, on its own soft colour and on a ticked row.
export const light: Palette = {
  paper: "#FAF9F6",
  surface: "#FFFFFF",
  raised: "#FFFFFF",
  line: "#E8E5DE",
  lineStrong: "#D3CFC5",
  text: "#1F2421",
  second: "#5B625E",
  muted: "#666D69",
  disabled: "#A3A9A5",
  tableHead: "#F4F2EC",
  hover: "#F3F1EB",
  selected: "#E6F2EF",
  brand: "#0E5E4F",
  brandHover: "#14806B",
  brandActive: "#0A4A3E",
  brandSoft: "#E6F2EF",
  onBrand: "#FFFFFF",
  seal: "#C2362B",
  sealSoft: "#FBEDEB",
  amber: "#8F5B0E",
  amberSoft: "#FBF3E4",
  jade: "#26704B",
  jadeSoft: "#E8F4EE",
  overlay: "rgba(250, 249, 246, 0.72)",
  shadow: "0 6px 20px rgba(31, 36, 33, 0.12)",
};

export const dark: Palette = {
  paper: "#141715",
  surface: "#1B1F1D",
  raised: "#222725",
  line: "#2E3532",
  lineStrong: "#434C48",
  text: "#E6E9E6",
  second: "#B4BBB7",
  muted: "#949C98",
  disabled: "#626A66",
  tableHead: "#202522",
  hover: "#252B28",
  selected: "#1B332D",
  brand: "#4FB39C",
  brandHover: "#6CC7B2",
  brandActive: "#3E9C86",
  brandSoft: "#1B332D",
  onBrand: "#0C1512",
  seal: "#F0827A",
  sealSoft: "#3A2220",
  amber: "#E0B25A",
  amberSoft: "#352B18",
  jade: "#6CC596",
  jadeSoft: "#1C3126",
  overlay: "rgba(20, 23, 21, 0.72)",
  // On a dark page a shadow is not seen: what floats has a line around it.
  shadow: "0 0 0 1px #434C48, 0 6px 20px rgba(0, 0, 0, 0.5)",
};

export type Mode = "light" | "dark";
export type Size = "default" | "medium" | "small" | "mini";

export const palettes: Record<Mode, Palette> = { light, dark };

/** Control and row heights of the four sizes, in px. */
export const sizes: Record<Size, { control: number; row: number; font: number }> = {
  default: { control: 40, row: 53, font: 14 },
  medium: { control: 36, row: 49, font: 14 },
  small: { control: 32, row: 45, font: 14 },
  mini: { control: 28, row: 37, font: 13 },
};

export const zIndexBase = 3000;
/** The kit adds 100 for each dialog inside another, up to ten; toasts are just above this. */
export const zIndexTop = zIndexBase + 1000;

export const fontFamily =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", system-ui, sans-serif';

const kebab = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** Sets the CSS variables (`--paper`, `--brand-soft`, `--control-height`, …) on the root element. */
export function applyTokens(mode: Mode, size: Size, root: HTMLElement = document.documentElement) {
  for (const [name, value] of Object.entries(palettes[mode])) {
    root.style.setProperty(`--${kebab(name)}`, value);
  }
  root.style.setProperty("--control-height", `${sizes[size].control}px`);
  root.style.setProperty("--row-height", `${sizes[size].row}px`);
  root.style.setProperty("--font-size", `${sizes[size].font}px`);
  root.style.setProperty("--font-family", fontFamily);
  root.style.setProperty("--z-base", String(zIndexBase));
  root.style.colorScheme = mode;
  root.dataset.mode = mode;
  root.dataset.size = size;
}

/** The same roles as an antd theme. */
export function themeFor(mode: Mode, size: Size): ThemeConfig {
  const p = palettes[mode];
  return {
    algorithm: mode === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: p.brand,
      colorPrimaryHover: p.brandHover,
      colorPrimaryActive: p.brandActive,
      colorPrimaryBg: p.brandSoft,
      colorTextLightSolid: p.onBrand,
      colorLink: p.brand,
      colorLinkHover: p.brandHover,
      colorLinkActive: p.brandActive,
      colorError: p.seal,
      colorErrorBg: p.sealSoft,
      colorWarning: p.amber,
      colorWarningBg: p.amberSoft,
      colorSuccess: p.jade,
      colorSuccessBg: p.jadeSoft,
      colorInfo: p.brand,
      colorBgLayout: p.paper,
      colorBgContainer: p.surface,
      colorBgElevated: p.raised,
      colorBgContainerDisabled: p.tableHead,
      colorBorder: p.lineStrong,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      colorText: p.text,
      colorTextSecondary: p.second,
      colorTextTertiary: p.muted,
      colorTextDescription: p.muted,
      colorTextPlaceholder: p.muted,
      controlItemBgHover: p.hover,
      controlItemBgActive: p.selected,
      controlItemBgActiveHover: p.selected,
      borderRadius: 6,
      controlHeight: sizes[size].control,
      fontSize: sizes[size].font,
      // A whole number of pixels, so that controls are exactly as high as they should be.
      lineHeight: Math.round(sizes[size].font * 1.5) / sizes[size].font,
      fontFamily,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
      zIndexPopupBase: zIndexBase,
      wireframe: false,
      // Pages stay mounted in a hidden Activity. The kit's motion forgets that it was shown
      // there and draws nothing once, which unmounts an open dialog with all that was typed.
      motion: false,
    },
    components: {
      Button: { primaryShadow: "none", defaultShadow: "none", dangerShadow: "none" },
      Tabs: { horizontalItemGutter: 24 },
      Menu: {
        itemHeight: sizes[size].control + 4,
        itemMarginBlock: 2,
        itemBg: "transparent",
        subMenuItemBg: "transparent",
        itemSelectedBg: p.selected,
        itemSelectedColor: p.brand,
        subMenuItemSelectedColor: p.brand,
      },
      Tooltip: {
        colorBgSpotlight: mode === "dark" ? p.raised : p.text,
        colorTextLightSolid: mode === "dark" ? p.text : p.surface,
      },
    },
  };
}
