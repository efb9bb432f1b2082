import { allTexts } from '../../../src/blog/server/texts.ts';
import type { Role } from '../../../src/identity/person.ts';
import { hashToken } from '../../../src/identity/session/secret-token.ts';
import { createCaller, givenMember } from '../../../src/identity/testing.ts';
import type { Scene } from '../../../src/identity/testing-access.ts';
import { insertToken } from '../../../src/identity/tokens/token-rows.ts';
import { createPersonalToken } from '../../../src/identity/tokens/token-text.ts';
import type { TokenScope } from '../../../src/platform/contract/define-endpoint.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Storage, Write } from '../../../src/storage/storage.ts';

const fields = ['title', 'imageUrl', 'category', 'shortDescription', 'longDescription'];
const emptyDraft = JSON.stringify(Object.fromEntries(fields.map((name) => [name, ''])));

/** A personal token that was used just now, so that using it writes nothing. */
async function givenToken(write: Write, personId: string, scope: TokenScope): Promise<string> {
  const token = createPersonalToken();
  const times = { createdAt: Date.now(), lastUsedAt: Date.now(), expiresAt: null };
  const row = { id: rowId(), tokenHash: hashToken(token), personId, name: scope, scope };
  await insertToken(write, { ...row, ...times });
  return token;
}

/** One person of each kind, and the data of the author and the commenter; `number` distinguishes scenes of one site. */
export async function givenScene(storage: Storage, url: string, number: number): Promise<Scene> {
  const member = (name: string, role?: Role) =>
    givenMember(storage, url, `${name} ${number}`, role);
  const [author, commenter, user, moderator, editor, owner] = await Promise.all([
    member('Author'),
    member('Commenter'),
    member('User'),
    member('Moderator', 'moderator'),
    member('Editor', 'editor'),
    member('Owner', 'owner'),
  ]);
  const [blogId, commentId, wishId] = [rowId(), rowId(), rowId()];
  const text = { title: 'Engines', image_url: '/images/a.webp', category: 'Technology' };
  const long = { short_description: 'Short.', long_description: 'Long.', word_count: 1 };
  const own = { blog_id: blogId, person_id: commenter.person.id, created_at: 1 };
  const [readingToken, writingToken] = await storage.write(async (write) => [
    await givenToken(write, user.person.id, 'read'),
    await givenToken(write, user.person.id, 'write'),
  ]);
  await storage.write(async ({ db }) => {
    const times = { created_at: 1, updated_at: 1, title_folded: 'engines', version: 2 };
    await allTexts(db)
      .insertInto('blogs')
      .values({ id: blogId, ...text, ...long, ...times, author_id: author.person.id })
      .execute();
    await db
      .insertInto('blog_revisions')
      .values({ blog_id: blogId, version: 1, ...text, ...long, saved_at: 1 })
      .execute();
    await allTexts(db)
      .insertInto('comments')
      .values({ id: commentId, ...own, text: 'Nice.' })
      .execute();
    await db
      .insertInto('wishes')
      .values({ id: wishId, ...own, title: 'Engines' })
      .execute();
    for (const { person } of [author, commenter]) {
      await db
        .insertInto('saved_drafts')
        .values({
          person_id: person.id,
          key: 'new',
          text: emptyDraft,
          revision: 'r',
          device: 'd',
          sequence: 1,
          saved_at: 1,
        })
        .execute();
    }
  });
  const callers = {
    visitor: createCaller(url),
    readingProgram: createCaller(url, undefined, readingToken),
    writingProgram: createCaller(url, undefined, writingToken),
  };
  const people = { author, commenter, user, moderator, editor, owner };
  return { ...callers, ...people, blogId, commentId, wishId };
}
