import { expect, test } from 'vitest';
import { changedNames, defaultsOf, mergeValues, readForm, valuesOf } from './form-values.ts';

const defaults = defaultsOf({ reading: 'members' });

test('a value equal to the default is not saved', () => {
  expect(readForm(defaults, defaults)).toEqual({ settings: {} });
  const values = { ...defaults, name: 'Loom', phone: '', social: [] };
  expect(readForm(values, defaults)).toEqual({ settings: { name: 'Loom', phone: '', social: [] } });
  expect(valuesOf({ name: 'Loom', phone: '', social: [] }, defaults)).toEqual(values);
});

test('each invalid field gets its own error', () => {
  const social = [{ label: '', url: 'javascript:x' }];
  const read = readForm({ ...defaults, name: '', accentDark: '#000000', social }, defaults);
  expect(Object.keys('errors' in read ? read.errors : {}).toSorted()).toEqual([
    'accentDark',
    'name',
    'social.0.label',
    'social.0.url',
  ]);
});

test('merging two concurrent changes keeps both and reports the disputed field', () => {
  const base = { ...defaults, name: 'Before', tagline: 'Before' };
  const mine = { ...base, name: 'Mine', footer: 'Mine', intro: 'Same' };
  const theirs = { ...base, name: 'Theirs', tagline: 'Theirs', intro: 'Same' };
  const { values, disputed } = mergeValues(base, mine, theirs);
  expect(values).toEqual({ ...theirs, name: 'Mine', footer: 'Mine' });
  expect(disputed).toEqual(['name']);
  expect(changedNames(theirs, values)).toEqual(['name', 'footer']);
});
