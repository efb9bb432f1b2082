import { fold } from '../platform/text/fold.ts';
import { hasExcessiveMarks } from '../platform/text/normal-form.ts';
import { lengthOf, readText, withoutTurns } from '../platform/text/read-text.ts';
import { Refused } from '../platform/text/read-value.ts';

/** Most tags of a blog. */
export const tagsMax = 10;
/** Most code points of a tag. */
export const tagMax = 40;
/** Most UTF-16 units of a text that is parsed for tags: blanks and joined characters collapse. */
export const tagsTextMax = 20 * tagsMax * tagMax;

/** Most UTF-16 units of a key: few letters expand to several. */
export const tagKeyMax = 100;

/** The comma, also the Arabic, Chinese and Japanese ones, and line breaks. */
const separators = /[,\u060C\uFF0C\u3001\n\r]/u;
/** Invisible characters: within a word they would make a second tag that looks the same. */
const undrawn = /\p{Default_Ignorable_Code_Point}/gu;
/** Blanks, and characters with a meaning in a path or used in place of a blank. */
const joints = /[\s/\\%_\u002D]+/gu;
const substance = /[\p{L}\p{N}\p{S}]/u;
/** No stored key holds one, and PostgreSQL rejects a text with NUL. */
const controls = /\p{Cc}/u;

/**
 * The normal form of all spellings of a tag: without case and accents, words joined by a hyphen, valid as a path
 * segment. Empty for text that is no tag. Idempotent.
 */
export function tagKey(name: string): string {
  const joined = fold(name.replace(undrawn, '')).replace(undrawn, '').replace(joints, '-');
  const key = joined.replace(/^-/, '').replace(/-$/, '');
  if (key.length > tagKeyMax || separators.test(key) || controls.test(key)) return '';
  return substance.test(key) ? key : '';
}

/** Splits a list of tags, stored or typed. */
export function splitTags(list: string): readonly string[] {
  return list
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Joins tags in the stored format. */
export function joinTags(names: readonly string[]): string {
  return names.join(', ');
}

/** The first of the names of each tag. */
export function distinctTags(names: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = tagKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}

/** The text after the `#` that people write before a tag elsewhere. */
export function withoutHash(text: string): string {
  return text.trim().replace(/^(?:[#\uFF03] ?)+/u, '');
}

/** Parses one typed tag: trimmed, in NFC, blanks single, without `#` before it. Empty where nothing else is left. */
export function readTag(given: string): string | Refused {
  const words = withoutHash(withoutTurns(given).replace(/\s+/gu, ' '));
  const text = readText({ name: 'A tag', max: tagMax, isOptional: true }, words);
  if (text instanceof Refused || text === '') return text;
  if (separators.test(text)) return new Refused('A tag can hold no comma.');
  return tagKey(text) === '' ? new Refused('A tag needs a letter or a number.') : text;
}

/** Parses a typed list of tags into the stored format: each tag once, `tagsMax` at most. */
export function readTags(given: string): string | Refused {
  if (given.length > tagsTextMax) {
    return new Refused(`A blog can have at most ${tagsMax} tags of ${tagMax} characters.`);
  }
  const names: string[] = [];
  for (const part of splitTags(given)) {
    const name = readTag(part);
    if (name instanceof Refused) return name;
    if (name !== '') names.push(name);
  }
  const distinct = distinctTags(names);
  if (distinct.length <= tagsMax) return joinTags(distinct);
  return new Refused(`A blog can have at most ${tagsMax} tags.`);
}

/** Tags of an imported file: invalid ones are skipped, long ones are cut, and only the first `tagsMax` stay. */
export function takeTags(given: readonly string[]): string {
  const names = given.flatMap((part) => {
    if (!part.isWellFormed() || hasExcessiveMarks(part)) return [];
    return splitTags(part).flatMap((one) => {
      const plain = one.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
      const cut = lengthOf(plain) > tagMax ? [...plain].slice(0, tagMax).join('') : plain;
      const name = readTag(cut);
      return name instanceof Refused || name === '' ? [] : [name];
    });
  });
  return joinTags(distinctTags(names).slice(0, tagsMax));
}
