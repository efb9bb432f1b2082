/** A colour in Oklch: lightness 0 to 1, chroma, hue in degrees. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** Linear red, green and blue, 0 to 1 each. */
type Linear = readonly [number, number, number];

const hexadecimal = /^#[0-9a-f]{6}$/;

/** True for `#rrggbb` in lower case. */
export function isHexColour(text: string): boolean {
  return hexadecimal.test(text);
}

function linearOfHex(hex: string): Linear {
  const part = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Clips each channel of a colour outside sRGB. */
function linearOfOklch({ l, c, h }: Oklch): Linear {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const bound = (value: number) => Math.min(1, Math.max(0, value));
  return [
    bound(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    bound(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    bound(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** Converts `#rrggbb` to Oklch. */
export function oklchOfHex(hex: string): Oklch {
  const [red, green, blue] = linearOfHex(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: (hue + 360) % 360,
  };
}

/** Converts a colour to `#rrggbb`, for colour inputs. */
export function hexOfOklch(colour: Oklch): string {
  const part = (light: number) => {
    const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linearOfOklch(colour).map(part).join('')}`;
}

function luminanceOf([red, green, blue]: Linear): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours (WCAG 2.2): 1 to 21. */
export function contrastOf(one: Oklch, other: Oklch): number {
  const [first, second] = [one, other].map((colour) => luminanceOf(linearOfOklch(colour)));
  const [light, dark] = [Math.max(first ?? 0, second ?? 0), Math.min(first ?? 0, second ?? 0)];
  return (light + 0.05) / (dark + 0.05);
}

export function cssOfOklch({ l, c, h }: Oklch): string {
  return `oklch(${l.toFixed(4)} ${c.toFixed(4)} ${h.toFixed(2)})`;
}
