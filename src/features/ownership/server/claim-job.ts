import { sql } from 'kysely';
import { provenAddressTag } from '../../../identity/imported-authors.ts';
import { personTag } from '../../../identity/person.ts';
import { startBackground } from '../../../storage/background/background.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { findTextsOf, type Move, type MovePorts, moveTexts, textsAtOnce } from './move-texts.ts';

const everyMs = 10 * 60_000;
/** Imported authors of one read. */
const authorsAtOnce = 200;

export interface ClaimParts extends MovePorts {
  readonly storage: Storage;
  /** Told, in the write, of blogs that have become somebody's. */
  readonly onHandedOver: HandedOver;
  readonly now?: () => number;
}

export type HandedOver = (
  write: Write,
  news: { readonly blogIds: readonly string[]; readonly to: string; readonly now: number },
) => Promise<void>;

/** Accounts that proved the address of an imported author who has texts yet. */
function findProven(db: Reader, after: string, most: number) {
  return (
    db
      .selectFrom('imported_authors as imported')
      .innerJoin('people', 'people.email', 'imported.email')
      .leftJoin('credentials', 'credentials.person_id', 'people.id')
      .select(['imported.person_id as id', 'people.id as to'])
      .where('imported.person_id', '>', after)
      .where('people.ends_at', 'is', null)
      // Who has no credentials here came by another provider, which vouches for the address.
      .where(sql<boolean>`coalesce(credentials.is_email_verified, 1) = 1`)
      .where(
        sql<boolean>`(exists (select 1 from blogs where blogs.author_id = imported.person_id)
          or exists (select 1 from comments where comments.person_id = imported.person_id))`,
      )
      .orderBy('imported.person_id')
      .limit(most)
      .execute()
  );
}

/** Whether it is still so, within the write. */
async function isProven({ db }: Write, { from, to }: Move): Promise<boolean> {
  const row = await db
    .selectFrom('imported_authors as imported')
    .innerJoin('people', 'people.email', 'imported.email')
    .leftJoin('credentials', 'credentials.person_id', 'people.id')
    .select('people.id')
    .where('imported.person_id', '=', from)
    .where('people.id', '=', to)
    .where('people.ends_at', 'is', null)
    .where(sql<boolean>`coalesce(credentials.is_email_verified, 1) = 1`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives imported texts to the accounts that proved their authors' addresses, some a write; what is begun goes on next time. */
export async function claimTexts(parts: ClaimParts, signal?: AbortSignal): Promise<void> {
  const { storage, now = Date.now } = parts;
  const proven = inBatches<{ id: string; to: string }>(authorsAtOnce, (last, most) =>
    findProven(storage.writer, last?.id ?? '', most),
  );
  for await (const { id: from, to } of proven) {
    const move = { from, to };
    let moved: number;
    do {
      signal?.throwIfAborted();
      moved = await storage.write(
        async (write) => {
          if (!(await isProven(write, move))) return 0;
          const given = await moveTexts(write, parts, move, await findTextsOf(write, from));
          const { blogs: blogIds } = given;
          if (blogIds.length > 0) await parts.onHandedOver(write, { blogIds, to, now: now() });
          return blogIds.length + given.comments.length;
        },
        { lockKeys: [personTag(from), personTag(to)] },
      );
    } while (moved >= textsAtOnce);
  }
}

/** Looks whenever an address may have been proved. Returns how to stop. */
export function startClaiming(
  parts: ClaimParts & { readonly onError: (error: unknown) => void },
): () => Promise<void> {
  const { storage, onError } = parts;
  const work = (signal: AbortSignal) => claimTexts(parts, signal);
  return startBackground({ storage, tag: provenAddressTag, everyMs, work, onError });
}
