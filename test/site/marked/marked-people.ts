import { expect } from 'vitest';
import { saveBio } from '../../../src/features/account/contract/account-page.ts';
import { updateProfile } from '../../../src/features/account/contract/sessions.ts';
import { addComment, commentsOfBlog } from '../../../src/features/comments/contract.ts';
import type { Caller, Member } from '../../../src/identity/testing.ts';

/** A unique word for each of these fields. */
function wordsFor(names: readonly string[]): Readonly<Record<string, string>> {
  expect(names).not.toEqual([]);
  return Object.fromEntries(names.map((name) => [name, `zq${name}qz`.toLowerCase()]));
}

/** The fields whose words occur in this value. */
export function foundIn(
  words: Readonly<Record<string, string>>,
  where: unknown,
): readonly string[] {
  const text = JSON.stringify(where);
  return Object.keys(words).filter((name) => text.includes(words[name] ?? ''));
}

/** The fields of a comment that are both stored and returned, except its blog, parent and author. */
export const commentFields = Object.keys(addComment.body.shape).filter(
  (name) =>
    name in commentsOfBlog.reply.element.shape &&
    !['blogId', 'replyTo', 'userEmail'].includes(name),
);
export const comment = wordsFor(commentFields);

/** The fields of a person's profile. */
const profile = updateProfile.body.shape;
const bio = saveBio.body.shape;
export const person = wordsFor([...Object.keys(profile), ...Object.keys(bio)]);
export const personFields = Object.keys(person);

export async function introduce(member: Member): Promise<void> {
  const values = { ...person, photoURL: `https://pictures.example/${person.photoURL}.webp` };
  await member.call(updateProfile, { body: updateProfile.body.parse(values) });
  await member.call(saveBio, { body: saveBio.body.parse(values) });
}

/** Posts a comment that contains its words. */
export async function say(member: Member, blogId: string) {
  const body = addComment.body.parse({ ...comment, blogId });
  return (await member.call(addComment, { body })).body;
}

export const commentsFor = async (caller: Caller, blogId: string) =>
  (await caller.call(commentsOfBlog, { query: { blogId } })).body;
