/**
 * `npm run bench:spam`: 1,000 made-up spam comments by 50 accounts beside 1,000 honest ones by 50 others, half of which are
 * new, under several settings. Prints how many of each a reader saw, and how many had to wait.
 */
import { buildSite } from '../scripts/build-site.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { ownHeaders, type SiteMember, signUp } from '../test/site-member.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';
import { type BenchSite, startSite } from './start-site.ts';

const accounts = 50;
const commentsOfEach = 20;
/** Staff look at what waits after so many comments of each account. */
const staffLooksEvery = 5;
/** Of a hundred spam accounts so many fill every field of a form. */
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

/** The same numbers at every run. */
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
  // Some praise and ask for nothing, to be taken for people.
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

interface Writer extends SiteMember {
  readonly isSpammer: boolean;
  readonly fillsEverything: boolean;
}

interface Tally {
  seen: number;
  waited: number;
  refused: number;
}

interface Waiting {
  readonly _id: string;
  readonly author: { readonly id: string } | null;
}

async function ask(site: BenchSite, cookie: string, path: string, body?: object) {
  return fetch(site.origin + path, {
    method: body ? 'POST' : 'GET',
    headers: ownHeaders(site.origin, cookie),
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function makeModerator(site: BenchSite, { email }: SiteMember): Promise<void> {
  const storage = await openStorage({
    dataDir: site.dataDir,
    onConnectionError(error) {
      throw error;
    },
  });
  await storage.write(async ({ db, touch }) => {
    await db.updateTable('people').set({ role: 'moderator' }).where('email', '=', email).execute();
    touch('*');
  });
  await storage.close();
}

/** Lets in what waits of honest people, and declines the rest. */
async function lookAtWaiting(site: BenchSite, staff: SiteMember, honest: ReadonlySet<string>) {
  for (;;) {
    const list = await ask(site, staff.cookie, '/api/manage/comments?show=waiting');
    const waiting = (await list.json()) as Waiting[];
    if (waiting.length === 0) return;
    for (const { _id: id, author } of waiting) {
      const to = honest.has(author?.id ?? '') ? 'shown' : 'hidden';
      const move = { kind: 'comment', id, from: 'waiting', to };
      const reply = await ask(site, staff.cookie, '/api/manage/move', move);
      if (!reply.ok) throw new Error(`Not moved: ${reply.status} ${await reply.text()}`);
    }
  }
}

async function run(changes: Readonly<Record<string, string>>) {
  const site = await startSite({ LIMITS: '0', ...changes });
  try {
    const dice = createDice(7);
    const staff = await signUp(site.origin);
    await makeModerator(site, staff);
    const blogs = (await (await fetch(`${site.origin}/api/latestBlogs`)).json()) as {
      _id: string;
    }[];
    const honestIds = new Set<string>();
    const tallies = {
      spam: { seen: 0, waited: 0, refused: 0 },
      honest: { seen: 0, waited: 0, refused: 0 },
    };
    let number = 0;

    async function say(writer: Writer, tally: Tally): Promise<void> {
      number += 1;
      const text = writer.isSpammer ? spamText(dice, number) : honestText(dice, number);
      const blogId = blogs[number % blogs.length]?._id;
      const field = writer.fillsEverything ? { homepage: 'https://win-big.example' } : {};
      const body = { blogId, comment: text, ...field };
      const reply = await ask(site, writer.cookie, '/api/addcomment', body);
      if (!reply.ok) {
        tally.refused += 1;
        return;
      }
      const said = (await reply.json()) as { authorId: string; held?: object };
      if (!writer.isSpammer) honestIds.add(said.authorId);
      if (said.held) tally.waited += 1;
      else tally.seen += 1;
    }

    const writers: Writer[] = [];
    for (let index = 0; index < accounts; index += 1) {
      const spammer = await signUp(site.origin);
      const fillsEverything = (index * 100) / accounts < fillEverything;
      writers.push({ ...spammer, isSpammer: true, fillsEverything });
      const honest = { ...(await signUp(site.origin)), isSpammer: false, fillsEverything: false };
      writers.push(honest);
      // Half of them have been here for a while.
      if (index % 2 === 0) {
        const before: Tally = { seen: 0, waited: 0, refused: 0 };
        for (let said = 0; said < staffLooksEvery; said += 1) await say(honest, before);
      }
    }
    await lookAtWaiting(site, staff, honestIds);
    for (let round = 1; round <= commentsOfEach; round += 1) {
      for (const writer of writers)
        await say(writer, writer.isSpammer ? tallies.spam : tallies.honest);
      if (round % staffLooksEvery === 0) await lookAtWaiting(site, staff, honestIds);
    }
    return tallies;
  } finally {
    await site.stop();
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);
console.log(
  '| settings | spam seen | spam that waited | spam refused | honest that waited | honest refused |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const [name, changes] of settings) {
  const { spam, honest } = await run(changes);
  const figures = [spam.seen, spam.waited, spam.refused, honest.waited, honest.refused];
  console.log(`| ${name} | ${figures.join(' | ')} |`);
}
