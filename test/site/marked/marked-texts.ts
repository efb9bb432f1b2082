import { expect } from 'vitest';
import { blogTextSchema } from '../../../src/blog/blog-text.ts';
import { type Category, oneBlog } from '../../../src/blog/contract.ts';
import {
  blogFields,
  type FieldName,
  type FieldValues,
  fieldNames,
  mapFields,
} from '../../../src/blog/fields.ts';
import type { DraftText } from '../../../src/features/writing/common/contract.ts';
import { saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import { blogRevision } from '../../../src/features/writing/history/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import type { Caller, Member } from '../../../src/identity/testing.ts';

/** Fields that can contain any word: all except the category, which is one of six. */
export const wordFields = fieldNames.filter((name) => blogFields[name].kind !== 'category');

const wordOf = (mark: string, name: FieldName) => `zq${mark}${name}qz`;
const pictureOf = (word: string) => `https://pictures.example/${word}.webp`;

/** A valid value of the field that contains this word. */
export function holding(word: string, name: FieldName): string {
  return blogFields[name].kind === 'picture' ? pictureOf(word) : word;
}

/**
 * A text with a unique word in each field. It has all fields of the schema, so that a new field is covered by every
 * test of this folder.
 */
function markedText(mark: string, category: Category): FieldValues {
  expect(Object.keys(blogTextSchema.shape)).toEqual(fieldNames);
  const words = mapFields(fieldNames, (_field, name) => holding(wordOf(mark, name), name));
  const text = { ...words, category };
  expect(blogTextSchema.parse(text)).toEqual(text);
  return text;
}

/** The fields whose words of `mark` occur in this text. */
export function marksIn(mark: string, text: string): readonly FieldName[] {
  return wordFields.filter((name) => text.includes(wordOf(mark, name)));
}

/** The fields that the author wrote, from a reply. */
export function writtenIn(blog: Readonly<Record<FieldName, unknown>>) {
  return mapFields(fieldNames, (_field, name) => blog[name]);
}

/** The fields of a blog as a caller reads them. */
export async function readBlog(caller: Caller, id: string) {
  return writtenIn((await caller.call(oneBlog, { params: { id } })).body);
}

export const first = markedText('first', 'Travel');
export const second = markedText('second', 'Health');
export const third = markedText('third', 'Education');

export async function keepDraft(
  by: Member,
  key: string,
  text: DraftText,
  device: string,
  revision: string | null = null,
) {
  const body = { text, baseTag: null, revision, device, sequence: 1 };
  return (await by.call(saveDraft, { params: { key }, body })).body;
}

/** Publishes the first text, and then updates it to the second. */
export async function publishTwice(ada: Member): Promise<string> {
  const { body } = await ada.call(addBlog, { body: first });
  await ada.call(updateBlog, { params: { id: body._id }, body: second });
  return body._id;
}

export async function revisionOf(ada: Member, id: string) {
  return writtenIn((await ada.call(blogRevision, { params: { id, version: '1' } })).body);
}
