import { expect, test } from 'vitest';
import { contrastOf, hexOfOklch, isHexColour, oklchOfHex } from './colour.ts';

test('a colour converted to OKLCH and back is unchanged', () => {
  for (const hex of ['#000000', '#ffffff', '#8b1e3f', '#0b5563', '#ff9eb5', '#7fd1de']) {
    expect(hexOfOklch(oklchOfHex(hex))).toBe(hex);
  }
});

test('a hex colour is converted to OKLCH as in CSS Color 4', () => {
  const { l, c, h } = oklchOfHex('#ff0000');
  expect([l.toFixed(3), c.toFixed(3), h.toFixed(1)]).toEqual(['0.628', '0.258', '29.2']);
});

test('contrast is as WCAG computes it', () => {
  const between = (one: string, other: string) =>
    contrastOf(oklchOfHex(one), oklchOfHex(other)).toFixed(2);
  expect(between('#000000', '#ffffff')).toBe('21.00');
  expect(between('#767676', '#ffffff')).toBe('4.54');
  expect(between('#ffffff', '#777777')).toBe('4.48');
});

test('only # with six lower-case hex digits is a colour', () => {
  for (const text of ['#fff', 'red', '#8B1E3F', '#8b1e3f;', ' #8b1e3f', '#8b1e3\n', '8b1e3f']) {
    expect(isHexColour(text), text).toBe(false);
  }
});
