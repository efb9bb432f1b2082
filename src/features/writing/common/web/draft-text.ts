import { fieldNames, mapFields } from '../../../../blog/fields.ts';
import { shorten } from '../../../../platform/text/shorten.ts';
import type { DraftText } from '../contract.ts';

/** Most code points of a text's beginning in lists. */
const beginningMax = 90;

export const emptyText: DraftText = mapFields(fieldNames, () => '');

/** The fields of a blog as form values. */
export function textOf(blog: DraftText): DraftText {
  return mapFields(fieldNames, (_field, name) => blog[name]);
}

export function isSameText(one: DraftText, other: DraftText): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}

/** The label of a text in a list: its title, or its first words; empty for a blank text. */
export function beginningOf({ title, longDescription, shortDescription }: DraftText): string {
  return shorten(title || longDescription || shortDescription, beginningMax);
}
