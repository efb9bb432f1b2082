import { tooManyWaiting, waitingMax } from '../../../blog/held.ts';
import type { Review, WrittenText } from '../../../blog/server/held/review.ts';
import { isStaff, roleOf } from '../../../identity/person.ts';
import { findAddresses } from '../../../platform/text/find-addresses.ts';
import type { Write } from '../../../storage/storage.ts';
import { createSpamLists } from './spam-lists.ts';

export interface ReviewSettings {
  /** How many first texts of an account are held for review; 0 for none. */
  readonly reviewFirst: number;
  /** Links allowed in a comment by a new account; undefined for any number. */
  readonly linksOfNew: number | undefined;
  readonly spamWords: readonly string[];
  readonly spamHosts: readonly string[];
}

/** An account is new until this many of its texts are visible, or `reviewFirst`, whichever is more. */
const newUntil = 5;

/** These sentences are shown to the writer; they don't name the listed word, which staff see in the text. */
const reasons = {
  first: 'The first texts of a new account are looked at before others see them.',
  links: 'Comments with many links are looked at first while an account is new.',
  listed: 'It holds words or addresses that are looked at before others see them.',
} as const;

/** The number of a person's visible texts, counted no further than needed. */
async function countShown({ db }: Write, personId: string, most: number): Promise<number> {
  const blogs = await db
    .selectFrom('published_blogs')
    .select('id')
    .where('author_id', '=', personId)
    .limit(most)
    .execute();
  if (blogs.length >= most) return most;
  const comments = await db
    .selectFrom('published_comments')
    .select('id')
    .where('person_id', '=', personId)
    .limit(most - blogs.length)
    .execute();
  return blogs.length + comments.length;
}

async function isByStaff({ db }: Write, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select(['role', 'is_editor'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return row !== undefined && isStaff({ role: roleOf(row) });
}

async function assertRoom({ db }: Write, personId: string): Promise<void> {
  const waiting = await db
    .selectFrom('moderation_holds')
    .select('id')
    .where('author_id', '=', personId)
    .where('state', '=', 'waiting')
    .where('ends_at', 'is', null)
    .limit(waitingMax)
    .execute();
  if (waiting.length >= waitingMax) throw tooManyWaiting();
}

function countLinks({ kind, texts }: WrittenText): number {
  if (kind !== 'comment') return 0;
  return texts.flatMap(findAddresses).filter(({ href }) => href !== undefined).length;
}

/** Decides whether a text is held for review before it becomes visible. Without settings, no text is. */
export function createReview(settings: ReviewSettings): Review {
  const { reviewFirst, linksOfNew, spamWords, spamHosts } = settings;
  const hasLists = spamWords.length > 0 || spamHosts.length > 0;
  if (reviewFirst === 0 && linksOfNew === undefined && !hasLists) return () => undefined;
  const lists = createSpamLists({ words: spamWords, hosts: spamHosts });

  return (text) => {
    const { personId } = text;
    const isListed = hasLists && text.texts.some((part) => lists.find(part) !== undefined);
    const hasManyLinks = linksOfNew !== undefined && countLinks(text) > linksOfNew;

    async function reasonIn(write: Write): Promise<string | undefined> {
      if (isListed) return reasons.listed;
      const most = Math.max(reviewFirst, hasManyLinks ? newUntil : 0);
      if (most === 0) return undefined;
      // Within this write the text itself is visible, too.
      const others = (await countShown(write, personId, most + 1)) - 1;
      if (others < reviewFirst) return reasons.first;
      return hasManyLinks && others < newUntil ? reasons.links : undefined;
    }

    return async (write) => {
      const reason = await reasonIn(write);
      if (reason === undefined || (await isByStaff(write, personId))) return undefined;
      await assertRoom(write, personId);
      return reason;
    };
  };
}
