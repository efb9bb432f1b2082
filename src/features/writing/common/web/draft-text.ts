import { fieldNames, mapFields } from '../../../../blog/fields.ts';
import type { DraftText } from '../contract.ts';

export const emptyText: DraftText = mapFields(fieldNames, () => '');

/** The fields of a blog, as a form holds them. */
export function textOf(blog: DraftText): DraftText {
  return mapFields(fieldNames, (_field, name) => blog[name]);
}

export function isSameText(one: DraftText, other: DraftText): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}
