import { sql } from 'kysely';
import { provenAddressTag } from '../../../identity/imported-authors.ts';
import { personTag } from '../../../identity/person.ts';
import { startBackground } from '../../../storage/background/background.ts';
import { inBatches } from '../../../storage/background/in-batches.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { findTextsOf, type Move, type MovePorts, moveTexts, textsAtOnce } from './move-texts.ts';

const everyMs = 10 * 60_000;
/** Imported authors per query. */
const authorsAtOnce = 200;

export interface ClaimParts extends MovePorts {
  readonly storage: Storage;
  /** Called within the write, with the blogs that got a new author. */
  readonly onHandedOver: HandedOver;
  readonly now?: () => number;
}

export type HandedOver = (
  write: Write,
  news: { readonly blogIds: readonly string[]; readonly to: string; readonly now: number },
) => Promise<void>;

/** Finds accounts with the verified address of an imported author who still has texts. */
function findProven(db: Reader, after: string, most: number) {
  return (
    db
      .selectFrom('imported_authors as imported')
      .innerJoin('people', 'people.email', 'imported.email')
      .leftJoin('credentials', 'credentials.person_id', 'people.id')
      .select(['imported.person_id as id', 'people.id as to'])
      .where('imported.person_id', '>', after)
      .where('people.ends_at', 'is', null)
      // An account without credentials here comes from another provider, which vouches for the address.
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

/** Checks again within the write. */
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

/**
 * Gives imported texts to the accounts with their authors' verified addresses, a batch per write. After an abort, the
 * next run continues.
 */
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

/** Runs whenever an address may have been verified. Returns the function that stops it. */
export function startClaiming(
  parts: ClaimParts & { readonly onError: (error: unknown) => void },
): () => Promise<void> {
  const { storage, onError } = parts;
  const work = (signal: AbortSignal) => claimTexts(parts, signal);
  return startBackground({ storage, tag: provenAddressTag, everyMs, work, onError });
}
