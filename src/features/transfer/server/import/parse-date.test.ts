import { expect, test } from 'vitest';
import { parseDate } from './parse-date.ts';

test.each([
  ['2020-05-12', '2020-05-12T00:00:00.000Z'],
  ['2020-5-2', '2020-05-02T00:00:00.000Z'],
  ['2020-05-12T10:30:00.250Z', '2020-05-12T10:30:00.250Z'],
  ['2020-05-12 10:30', '2020-05-12T10:30:00.000Z'],
  ['2020-05-12 10:30:00 +0200', '2020-05-12T08:30:00.000Z'],
  ['2018-09-18T06:30:00-07:00', '2018-09-18T13:30:00.000Z'],
  ['12 May 2020', '2020-05-12T00:00:00.000Z'],
  ['May 12th, 2020', '2020-05-12T00:00:00.000Z'],
  ['Tue, 12 May 2020 10:30:00 GMT', '2020-05-12T10:30:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('%s is a date', (text, iso) => {
  const time = parseDate(text);
  expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(iso);
});

test.each([
  '2023-02-29',
  '2020-13-01',
  '2020-00-10',
  '2020-05-12 25:00',
  'yesterday',
  '12',
  '20200512',
  '31 Juno 2020',
  '',
])('%j is not a date', (text) => {
  expect(parseDate(text)).toBeUndefined();
});
