import { z } from 'zod';
import { authorNotFound } from '../../../blog/contract.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { followsFull, followsMax, ownAuthor } from '../contract.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Ids of the authors that a person follows, including those without published blogs. */
export async function findFollowedIds(db: Db, personId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('author_id')
    .where('person_id', '=', personId)
    .execute();
  return rows.map(({ author_id }) => author_id);
}

/** The authors that a person follows and who have published blogs: the others have no page. */
export function findFollowedAuthors(db: Db, personId: string) {
  return db
    .selectFrom('follows')
    .innerJoin('people', 'people.id', 'follows.author_id')
    .select(['people.id', 'people.name', 'people.photo_url'])
    .where('follows.person_id', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('published_blogs as blogs')
          .select('blogs.id')
          .whereRef('blogs.author_id', '=', 'follows.author_id'),
      ),
    )
    .orderBy('follows.created_at', 'desc')
    .orderBy('people.id', 'desc')
    .execute();
}

async function isAuthor(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('published_blogs')
    .select('id')
    .where('author_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Follow {
  readonly personId: string;
  readonly authorId: string;
}

/** Follows an author; does nothing if already followed. Throws `own-author`, `author-not-found`, `follows-full`. */
export async function insertFollow(
  { db }: Write,
  { personId, authorId, now }: Follow & { readonly now: number },
): Promise<void> {
  if (authorId === personId) throw ownAuthor();
  if (!isId(authorId) || !(await isAuthor(db, authorId))) throw authorNotFound();
  await db
    .insertInto('follows')
    .values({ person_id: personId, author_id: authorId, created_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'author_id']).doNothing())
    .execute();
  if ((await findFollowedIds(db, personId)).length > followsMax) throw followsFull();
}

export async function deleteFollow({ db }: Write, { personId, authorId }: Follow): Promise<void> {
  await db
    .deleteFrom('follows')
    .where('person_id', '=', personId)
    .where('author_id', '=', authorId)
    .execute();
}

/** Personal data of this feature: the authors that a person follows. Their own followers are not disclosed to them. */
export function personalFollows(storage: Storage) {
  return {
    name: 'following',
    row: z.object({ author_id: z.string(), created_at: z.number() }),
    /** At most `followsMax` short rows. */
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('follows')
        .select(['author_id', 'created_at'])
        .where('person_id', '=', personId)
        .orderBy('created_at')
        .execute();
    },
  };
}
