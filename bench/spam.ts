/**
 * `npm run bench:spam`: 1,000 made-up spam comments by 50 accounts beside 1,000 honest ones by 50 others, half of which
 * are new, under several settings. Prints how many of each readers saw, and how many were held for review. Assumptions:
 * 40 of 100 spam accounts fill every field of a form; half of the spam hosts are listed; some spam uses lookalike
 * letters, some is only praise.
 *
 * As printed when the settings were decided:
 *
 * | settings | spam seen | spam waiting | spam refused | honest waiting | honest refused |
 * | --- | ---: | ---: | ---: | ---: | ---: |
 * | none | 600 | 0 | 400 | 0 | 0 |
 * | lists | 199 | 401 | 400 | 0 | 0 |
 * | `REVIEW_LINKS=2` | 525 | 75 | 400 | 0 | 0 |
 * | `REVIEW_FIRST=2` | 0 | 600 | 400 | 125 | 0 |
 * | `REVIEW_FIRST=2` and lists | 0 | 600 | 400 | 125 | 0 |
 */

import { readConfig } from '../src/app/config.ts';
import { findHold, holdText, releaseText } from '../src/blog/server/held/moderation-holds.ts';
import { allTexts } from '../src/blog/server/texts.ts';
import { addComment } from '../src/features/comments/contract.ts';
import { createReview } from '../src/features/moderation/server/review.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { rowId } from '../src/storage/row-id.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const accounts = 50;
const commentsOfEach = 20;
/** Staff review held comments after this many comments of each account. */
const staffLooksEvery = 5;
/** Of a hundred spam accounts, the number that fill every field of a form. */
const fillEverything = 40;

const words = 'casino,cheap watches,forex signals,weight loss pills,crypto airdrop';
const hosts = 'cheap-watches.example,win-big.example,pills.example,airdrop.example';

const settings: readonly (readonly [name: string, Readonly<Record<string, string>>])[] = [
  ['none', {}],
  ['lists', { SPAM_WORDS: words, SPAM_HOSTS: hosts }],
  ['REVIEW_LINKS=2', { REVIEW_LINKS: '2' }],
  ['REVIEW_FIRST=2', { REVIEW_FIRST: '2' }],
  ['REVIEW_FIRST=2 and lists', { REVIEW_FIRST: '2', SPAM_WORDS: words, SPAM_HOSTS: hosts }],
];

/** A pseudo-random generator, the same in every run. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Dice = ReturnType<typeof createDice>;
const oneOf = (dice: Dice, all: readonly string[]): string => all[dice(all.length)] ?? '';

function spamText(dice: Dice, number: number): string {
  // Some spam only praises, to pass as a person's comment.
  if (dice(100) < 15) return `Great post, thank you for sharing! ${number}`;
  const pitch = oneOf(dice, [...words.split(','), 'best deals', 'hot offers', 'easy money']);
  const hidden = dice(100) < 20 ? pitch.replaceAll('a', 'а').replaceAll('i', 'і') : pitch;
  const listed = hosts.split(',');
  const places = [...listed, ...listed.map((_, index) => `shop-${index}-${dice(1_000)}.example`)];
  const links = Array.from({ length: dice(5) }, () => `https://${oneOf(dice, places)}/${dice(99)}`);
  return `Do not miss ${hidden} number ${number}! ${links.join(' ')}`;
}

const remarks = [
  'I read this on the train and missed my stop.',
  'The part about bridges is what I have been looking for.',
  'My grandmother did it the other way round, and it worked.',
  'I do not agree with the second half, but well argued.',
];
function honestText(dice: Dice, number: number): string {
  const link = dice(100) < 10 ? ` See https://en.wikipedia.org/wiki/${number}.` : '';
  const many = dice(100) < 1 ? ' https://a.example https://b.example https://c.example' : '';
  return `${oneOf(dice, remarks)} (${number})${link}${many}`;
}

interface Tally {
  seen: number;
  waited: number;
  refused: number;
}

const nothing = (): Tally => ({ seen: 0, waited: 0, refused: 0 });

async function openDatabase(dataDir: string) {
  const storage = await openStorage({
    dataDir,
    onConnectionError(error) {
      throw error;
    },
  });
  const blogId = rowId();
  const writers = Array.from({ length: 2 * accounts }, (_, index) => ({
    id: rowId(),
    isSpammer: index % 2 === 0,
    fillsEverything: index % 2 === 0 && (index * 50) / accounts < fillEverything,
  }));
  await storage.write(async ({ db }) => {
    const people = writers.map(({ id }) => ({ id, name: 'Ada', created_at: 1 }));
    await db.insertInto('people').values(people).execute();
    const texts = { title: 'B', title_folded: 'b', image_url: '', category: 'Other' };
    const more = { short_description: '', long_description: '', word_count: 0, author_id: null };
    const times = { created_at: 1, updated_at: 1, source_key: null };
    await allTexts(db)
      .insertInto('blogs')
      .values({ id: blogId, ...texts, ...more, ...times })
      .execute();
  });
  return { storage, blogId, writers };
}

type Database = Awaited<ReturnType<typeof openDatabase>>;
type Writer = Database['writers'][number];

/** Approves held comments of honest people, and rejects the others. */
async function lookAtWaiting({ storage, writers }: Database): Promise<void> {
  const honest = new Set(writers.filter(({ isSpammer }) => !isSpammer).map(({ id }) => id));
  await storage.write(async (write) => {
    const rows = await write.db
      .selectFrom('moderation_holds')
      .select(['id', 'author_id'])
      .where('state', '=', 'waiting')
      .execute();
    for (const { id, author_id } of rows) {
      const held = await findHold(write.db, 'comment', id);
      if (held && honest.has(author_id ?? '')) await releaseText(write, held);
      else await holdText(write, { kind: 'comment', id, state: 'hidden', reason: '', now: 2 });
    }
  });
}

async function run(changes: Readonly<Record<string, string>>) {
  const folder = temporaryFolder('spam');
  const database = await openDatabase(folder.path);
  const { storage, blogId, writers } = database;
  const review = createReview(readConfig(changes).review);
  const dice = createDice(7);
  let number = 0;

  async function say({ id: personId, isSpammer, fillsEverything }: Writer, tally: Tally) {
    number += 1;
    const text = isSpammer ? spamText(dice, number) : honestText(dice, number);
    const homepage = fillsEverything ? 'https://win-big.example' : undefined;
    if (!addComment.body.safeParse({ blogId, comment: text, homepage }).success) {
      tally.refused += 1;
      return;
    }
    const verdict = review({ kind: 'comment', personId, texts: [text] });
    const outcome = await storage
      .write(async (write) => {
        const id = rowId();
        const row = { id, blog_id: blogId, person_id: personId, text, created_at: number };
        await allTexts(write.db).insertInto('comments').values(row).execute();
        const reason = await verdict?.(write);
        if (reason === undefined) return 'seen';
        await holdText(write, { kind: 'comment', id, state: 'waiting', reason, now: 1 });
        return 'waited';
      })
      .catch(() => 'refused' as const);
    tally[outcome] += 1;
  }

  const tallies = { spam: nothing(), honest: nothing(), before: nothing() };
  // Half of the honest accounts have commented before.
  for (const writer of writers.filter((one, index) => !one.isSpammer && index % 4 === 1)) {
    for (let said = 0; said < staffLooksEvery; said += 1) await say(writer, tallies.before);
  }
  await lookAtWaiting(database);
  for (let round = 1; round <= commentsOfEach; round += 1) {
    for (const writer of writers)
      await say(writer, writer.isSpammer ? tallies.spam : tallies.honest);
    if (round % staffLooksEvery === 0) await lookAtWaiting(database);
  }
  await storage.close();
  folder.remove();
  return tallies;
}

console.log(
  '| settings | spam seen | spam that waited | spam refused | honest that waited | honest refused |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const [name, changes] of settings) {
  const { spam, honest } = await run(changes);
  const figures = [spam.seen, spam.waited, spam.refused, honest.waited, honest.refused];
  console.log(`| ${name} | ${figures.join(' | ')} |`);
}
