import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSaved } from '../server/settings-store.ts';
import { type SettingName, settingSchemas, settingsSchema } from './settings-text.ts';

const isTaken = (name: SettingName, value: unknown) =>
  settingSchemas[name].safeParse(value).success;

test('setting texts lose direction controls and line breaks, and their length is limited', () => {
  expect(settingSchemas.name.parse(' The \u202eLoom\u2066 ')).toBe('The Loom');
  expect(settingSchemas.name.parse('The\nLoom')).toBe('The Loom');
  expect(settingSchemas.address.parse('1 Mill Lane\r\nLeeds')).toBe('1 Mill Lane\nLeeds');
  expect(settingSchemas.name.parse('🧵'.repeat(40))).toHaveLength(80);
  const refused = [
    '',
    '  ',
    '\u202e',
    '\u3164',
    '\u2800',
    'x'.repeat(41),
    'a\0b',
    '\ud800',
    5,
    null,
  ];
  for (const value of refused) expect(isTaken('name', value), String(value)).toBe(false);
  // An empty text hides it.
  for (const name of ['tagline', 'intro', 'address', 'footer', 'email', 'phone'] as const) {
    expect(settingSchemas[name].parse('  ')).toBe('');
  }
});

test('a link is https or mailto with one address', () => {
  const link = (url: string) => isTaken('social', [{ label: 'Link', url }]);
  for (const url of [
    'https://example.org/a?b#c',
    'HTTPS://example.org',
    'mailto:a.b+c@example.org',
  ]) {
    expect(link(url), url).toBe(true);
  }
  for (const url of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'http://example.org',
    '//example.org',
    '/logout',
    'data:text/html,x',
    'https://',
    'https://user:secret@example.org',
    'https://example.org\\@evil.example',
    'mailto:',
    'mailto:a@example.org?bcc=b@example.org',
    'mailto:a@example.org,b@example.org',
    'mailto:a%0d@example.org',
    `https://example.org/${'x'.repeat(2_048)}`,
  ]) {
    expect(link(url), url).toBe(false);
  }
  expect(isTaken('social', [])).toBe(true);
  const many = Array.from({ length: 13 }, () => ({ label: 'L', url: 'https://example.org' }));
  expect(isTaken('footerLinks', many)).toBe(false);
});

test('a site mark is up to three letters, or a picture on the site or by https', () => {
  for (const letters of ['A', 'Öß', 'T42', '']) expect(isTaken('markLetters', letters)).toBe(true);
  for (const letters of ['ABCD', '<b', 'A ', 'e\u0301\u0301', '🧵', '-']) {
    expect(isTaken('markLetters', letters), letters).toBe(letters === 'A ');
  }
  for (const url of ['', '/images/mark.svg', 'https://example.org/a.png']) {
    expect(isTaken('markPicture', url), url).toBe(true);
  }
  for (const url of ['/logout', 'javascript:x', '/images/../logout', 'data:image/png;base64,x']) {
    expect(isTaken('markPicture', url), url).toBe(false);
  }
});

test('a colour is six hex digits with enough contrast in its theme', () => {
  expect(settingSchemas.accentLight.parse(' #8B1E3F ')).toBe('#8b1e3f');
  for (const colour of ['#ffcc00', 'red', '#8b1e3f}body{', 'url(x)', 'var(--ink)', '']) {
    expect(isTaken('accentLight', colour), colour).toBe(false);
  }
  expect(isTaken('accentDark', '#ffcc00')).toBe(true);
  const { error } = settingSchemas.accentLight.safeParse('#808080');
  expect(error?.issues[0]?.message).toMatch(/its contrast is 3\.\d+, and 4\.5 is needed\.$/);
});

test('parsing a parsed setting returns it unchanged', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress());
  const names = Object.keys(settingSchemas) as SettingName[];
  fc.assert(
    fc.property(fc.constantFrom(...names), value, (name, text) => {
      const read = settingSchemas[name].safeParse(text);
      if (read.success) expect(settingSchemas[name].parse(read.data)).toEqual(read.data);
    }),
  );
});

test('saved settings that are no longer valid are ignored', () => {
  const kept = { name: 'Loom', accentLight: '#ffcc00', social: 'none', nonsense: 1 };
  expect(readSaved(JSON.stringify(kept))).toEqual({ name: 'Loom' });
  expect(readSaved('null')).toEqual({});
  expect(settingsSchema.parse({ __proto__: null, name: 'Loom', other: 1 })).toEqual({
    name: 'Loom',
  });
});
