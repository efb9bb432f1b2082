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

/** Fields that can hold a word of ours: all but the category, which is one of six. */
export const wordFields = fieldNames.filter((name) => blogFields[name].kind !== 'category');

const wordOf = (mark: string, name: FieldName) => `zq${mark}${name}qz`;
const pictureOf = (word: string) => `https://pictures.example/${word}.webp`;

/** The value by which a field holds this word. */
export function holding(word: string, name: FieldName): string {
  return blogFields[name].kind === 'picture' ? pictureOf(word) : word;
}

/**
 * A text that holds in each field a word that nothing else holds. The fields are those of the list, which has all that the
 * schema takes: a field added to them is followed by every test of this folder.
 */
function markedText(mark: string, category: Category): FieldValues {
  expect(Object.keys(blogTextSchema.shape)).toEqual(fieldNames);
  const words = mapFields(fieldNames, (_field, name) => holding(wordOf(mark, name), name));
  const text = { ...words, category };
  expect(blogTextSchema.parse(text)).toEqual(text);
  return text;
}

/** The fields whose words of `mark` stand in this text. */
export function marksIn(mark: string, text: string): readonly FieldName[] {
  return wordFields.filter((name) => text.includes(wordOf(mark, name)));
}

/** Of a reply, what its author wrote. */
export function writtenIn(blog: Readonly<Record<FieldName, unknown>>) {
  return mapFields(fieldNames, (_field, name) => blog[name]);
}

/** What somebody reads of a blog. */
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

/** Publishes a text, and then another in its place. */
export async function publishTwice(ada: Member): Promise<string> {
  const { body } = await ada.call(addBlog, { body: first });
  await ada.call(updateBlog, { params: { id: body._id }, body: second });
  return body._id;
}

export async function revisionOf(ada: Member, id: string) {
  return writtenIn((await ada.call(blogRevision, { params: { id, version: '1' } })).body);
}
