import { contrastOf, cssOfOklch, type Oklch, oklchOfHex } from './colour.ts';

export type Theme = 'light' | 'dark';

/** Minimum contrast for text by WCAG 2.2 AA. */
export const contrastMin = 4.5;

const oklch = (l: number, c: number, h: number): Oklch => ({ l, c, h });

/** The accent and the colours that it is used with, as in tokens.css; a test compares the two. */
export const drawn = {
  light: {
    accent: oklch(0.525, 0.186, 33),
    paper: oklch(0.977, 0.009, 84),
    'paper-raised': oklch(0.992, 0.005, 84),
    'paper-sunk': oklch(0.948, 0.013, 82),
    'on-accent': oklch(0.99, 0.008, 84),
  },
  dark: {
    accent: oklch(0.725, 0.148, 38),
    paper: oklch(0.198, 0.009, 58),
    'paper-raised': oklch(0.238, 0.011, 58),
    'paper-sunk': oklch(0.168, 0.008, 58),
    'on-accent': oklch(0.19, 0.03, 40),
  },
} as const;

/** Uses of an accent: the colour itself, its hover state, and the background of highlights. */
export interface AccentTones {
  readonly accent: Oklch;
  readonly strong: Oklch;
  readonly wash: Oklch;
}

/** The tones of a colour: the hover state has more contrast to the background, and highlights are pale. */
function tonesOf(theme: Theme, hex: string): AccentTones {
  const accent = oklchOfHex(hex);
  const { l, c, h } = accent;
  return theme === 'light'
    ? {
        accent,
        strong: oklch(Math.max(0, l - 0.07), c * 0.89, h),
        wash: oklch(0.94, Math.min(c, 0.028), h),
      }
    : {
        accent,
        strong: oklch(Math.min(1, l + 0.07), c * 0.8, h),
        wash: oklch(0.285, Math.min(c, 0.045), h),
      };
}

/** The lowest contrast between a colour's tones and the colours behind and on them. */
export function lowestContrast(theme: Theme, hex: string): number {
  const { accent, strong, wash } = tonesOf(theme, hex);
  const { paper, 'paper-raised': raised, 'paper-sunk': sunk, 'on-accent': on } = drawn[theme];
  return Math.min(
    ...[paper, raised, sunk, wash].map((ground) => contrastOf(accent, ground)),
    ...[accent, strong].map((ground) => contrastOf(on, ground)),
  );
}

/** The custom properties of a colour by name. */
export function accentProperties(theme: Theme, hex: string): Readonly<Record<string, string>> {
  const { accent, strong, wash } = tonesOf(theme, hex);
  return {
    '--accent': cssOfOklch(accent),
    '--accent-strong': cssOfOklch(strong),
    '--accent-wash': cssOfOklch(wash),
  };
}

function ruleOf(selector: string, theme: Theme, hex: string | undefined): string {
  if (hex === undefined) return '';
  const lines = Object.entries(accentProperties(theme, hex));
  return `${selector}{${lines.map(([name, value]) => `${name}:${value}`).join(';')}}\n`;
}

/** The style sheet of an owner's colours: contains only parsed numbers, no owner input. */
export function accentSheet(light: string | undefined, dark: string | undefined): string {
  return `${ruleOf(':root:not(.dark)', 'light', light)}${ruleOf('.dark', 'dark', dark)}`;
}
