import { fold } from '../platform/text/fold.ts';
import { isPiledUp } from '../platform/text/normal-form.ts';
import { lengthOf, readText, withoutTurns } from '../platform/text/read-text.ts';
import { Refused } from '../platform/text/read-value.ts';

/** Most tags of a blog. */
export const tagsMax = 10;
/** Most code points of a tag. */
export const tagMax = 40;
/** Most UTF-16 units of a text that is read for tags: blanks and joined characters fall together. */
export const tagsTextMax = 20 * tagsMax * tagMax;

/** Most UTF-16 units of a key: few letters become several. */
export const tagKeyMax = 100;

/** The comma, also as Arabic, Chinese and Japanese have it, and a line's end. */
const separators = /[,\u060C\uFF0C\u3001\n\r]/u;
/** Nothing is drawn for these; within a word they would make a second one that looks like it. */
const undrawn = /\p{Default_Ignorable_Code_Point}/gu;
/** Blanks, and what a path has a meaning for or a person may write in place of a blank. */
const joints = /[\s/\\%_\u002D]+/gu;
const substance = /[\p{L}\p{N}\p{S}]/u;

/**
 * What is the same in all spellings of a tag: without case and accents, its words joined by a hyphen, so that it is a
 * segment of a path as well. Empty for what is no tag. The key of a key is itself.
 */
export function tagKey(name: string): string {
  const joined = fold(name.replace(undrawn, '')).replace(undrawn, '').replace(joints, '-');
  const key = joined.replace(/^-/, '').replace(/-$/, '');
  const isKey = key.length <= tagKeyMax && substance.test(key) && !separators.test(key);
  return isKey ? key : '';
}

/** The parts of a list of tags as it is stored or typed. */
export function splitTags(list: string): readonly string[] {
  return list
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Tags as the text of a blog has them. */
export function joinTags(names: readonly string[]): string {
  return names.join(', ');
}

/** Of names that are the same tag only the first. */
export function distinctTags(names: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = tagKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}

/** What stands behind the `#` that people write before a tag elsewhere. */
export function withoutHash(text: string): string {
  return text.trim().replace(/^(?:[#\uFF03] ?)+/u, '');
}

/** One tag as it is typed: trimmed, in NFC, blanks single, without `#` before it. Empty for nothing but that. */
export function readTag(given: string): string | Refused {
  const words = withoutHash(withoutTurns(given).replace(/\s+/gu, ' '));
  const text = readText({ name: 'A tag', max: tagMax, isOptional: true }, words);
  if (text instanceof Refused || text === '') return text;
  if (separators.test(text)) return new Refused('A tag can hold no comma.');
  return tagKey(text) === '' ? new Refused('A tag needs a letter or a number.') : text;
}

/** A list of tags as it is typed, as the text of a blog has it: each tag once, `tagsMax` at most. */
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

/**
 * Tags of a file that somebody wrote elsewhere: what can be no tag is left out, what is too long is cut, and of more than
 * `tagsMax` the first stay.
 */
export function takeTags(given: readonly string[]): string {
  const names = given.flatMap((part) => {
    if (!part.isWellFormed() || isPiledUp(part)) return [];
    return splitTags(part).flatMap((one) => {
      const plain = one.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
      const cut = lengthOf(plain) > tagMax ? [...plain].slice(0, tagMax).join('') : plain;
      const name = readTag(cut);
      return name instanceof Refused || name === '' ? [] : [name];
    });
  });
  return joinTags(distinctTags(names).slice(0, tagsMax));
}
