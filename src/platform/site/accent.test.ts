import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accentSheet, contrastMin, drawn, lowestContrast } from './accent.ts';
import { hexOfOklch } from './colour.ts';

const tokens = readFileSync(path.join(import.meta.dirname, '../web/ui/tokens.css'), 'utf8');
const themes = ['light', 'dark'] as const;

test('the colours used for contrast checks equal those in tokens.css', () => {
  const blocks = { light: tokens.slice(0, tokens.indexOf('\n.dark')), dark: tokens };
  for (const theme of themes) {
    const block = theme === 'dark' ? tokens.slice(tokens.indexOf('\n.dark')) : blocks.light;
    for (const [name, { l, c, h }] of Object.entries(drawn[theme])) {
      expect(block, `${theme} ${name}`).toContain(`--${name}: oklch(${l} ${c} ${h});`);
    }
  }
});

test('the default accent has enough contrast in both themes', () => {
  for (const theme of themes) {
    expect(lowestContrast(theme, hexOfOklch(drawn[theme].accent))).toBeGreaterThan(contrastMin);
  }
});

test('a light accent lacks contrast in the light theme, and a dark one in the dark theme', () => {
  expect(lowestContrast('light', '#ffcc00')).toBeLessThan(2);
  expect(lowestContrast('dark', '#ffcc00')).toBeGreaterThan(contrastMin);
  expect(lowestContrast('dark', '#0b5563')).toBeLessThan(3);
  expect(lowestContrast('light', '#0b5563')).toBeGreaterThan(contrastMin);
  // A mid grey lacks contrast in both themes.
  for (const theme of themes) expect(lowestContrast(theme, '#808080')).toBeLessThan(contrastMin);
});

test('the accent style sheet sets only the given colours', () => {
  expect(accentSheet(undefined, undefined)).toBe('');
  expect(accentSheet('#0b5563', undefined)).not.toContain('.dark{');
  expect(accentSheet(undefined, '#7fd1de')).toMatch(/^\.dark\{--accent:oklch\([^;{}]+\);/);
});
