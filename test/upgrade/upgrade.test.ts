// @module-tag slow
import { readdirSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { blogFields, optionalNames } from '../../src/blog/fields.ts';
import { startMailbox } from '../../src/features/account/server/testing-mailbox.ts';
import type { Engine } from '../../src/storage/storage.ts';
import { engines, testEngine } from '../../src/storage/testing.ts';
import { inMatrix } from '../matrix.ts';
import { comparable, comparableSince, lookAround, type Seen } from './look-around.ts';
import { databasesFolder, oldDatabase, readKept } from './old-database.ts';
import { type Story, storySettings } from './story.ts';
import { type Order, undoEverything } from './undo-everything.ts';

const versions = readdirSync(databasesFolder);

/** The first that was ever handed out: its answers said less, and nothing could be undone. */
const firstVersion = '2e07c52';

/** What the program of that version showed of its database: at once, and after all was undone. */
type Expected = { readonly story: Story; readonly before: Seen } & Readonly<Record<Order, Seen>>;

const expectedOf = (version: string, engine: Engine): Expected =>
  JSON.parse(readKept(version, `seen-${engine}.json`).toString());

/** The site of an old database with today's program, a minute after the old one was stopped: nothing is over yet. */
async function openOld(engine: Engine, version: string, { madeAt }: Story): Promise<string> {
  vi.setSystemTime(madeAt + 60_000);
  const storage = await (await oldDatabase(engine, version)).open();
  await storage.assertReady();
  const { smtpUrl } = await startMailbox();
  return (await listen(storage, { ...storySettings, SMTP_URL: smtpUrl })).url;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

/**
 * Where a value differs from what it was and how, so that a failure names what went wrong and not all that was seen. With
 * `mayHaveMore` an answer may say more than it did; a list may not.
 */
function differences(
  is: unknown,
  was: unknown,
  mayHaveMore = false,
  place = '',
): readonly string[] {
  if (JSON.stringify(is) === JSON.stringify(was)) return [];
  if (!isObject(is) || !isObject(was)) {
    // Staff see whose it was since.
    if (was === null && place.includes('/api/manage/') && place.endsWith('› author')) return [];
    return [`${place}: ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`];
  }
  const more = mayHaveMore && !Array.isArray(is) ? [] : Object.keys(is).filter(isOld);
  const keys = new Set([...more, ...Object.keys(was)]);
  return [...keys].flatMap((key) =>
    differences(is[key], was[key], mayHaveMore, `${place} › ${key}`),
  );
}

/** What staff of an earlier version could not see: whoever can restore an account, what is away with it or deleted, whose it was. */
function isForStaffSince(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    typeof value.leavesAt === 'string' || value.standing === 'away' || value.standing === 'gone'
  );
}

/** Of two looks around what staff could see of both. */
function asStaffSawIt(is: Seen, was: Seen): readonly [is: Seen, was: Seen] {
  const isText = (path: string) => path.includes('/api/manage/') && path.endsWith('/text');
  const wasRefused = (path: string) => isObject(was[path]) && was[path].status === 404;
  // The feed has been RSS since, and the site map names the archive.
  const isOfPrograms = (path: string) => / \/(feed|sitemap)\.xml$/.test(path);
  const seenThen = (seen: Seen): Seen => {
    const answers = Object.entries(seen)
      .filter(([path]) => !isOfPrograms(path))
      .filter(([path]) => !isText(path) || !wasRefused(path))
      .map(([path, answer]) => [path, path.includes('/api/manage/') ? listedThen(answer) : answer]);
    return Object.fromEntries(answers) as Seen;
  };
  return [seenThen(is), seenThen(was)];
}

function listedThen(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isForStaffSince(item)).map(listedThen);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, listedThen(inner)]),
  );
}

/** Fields that replies have had only since the newest of these versions. */
const addedSince: readonly string[] = [
  'againAt',
  'answered_id',
  // Of the latest blogs, and of those beside one.
  'author',
  'author_hidden_at',
  'blogEdits',
  'canUndo',
  'clearedProfile',
  'byline',
  'comments_closed_at',
  'consent',
  'cover',
  'decider',
  'edited_at',
  'editedAt',
  'emails',
  'following',
  'formerTitle',
  'imported-author',
  'leavesAt',
  'notificationChoices',
  'notifications',
  'otherFields',
  'readingHistory',
  'readingHistoryStopped',
  'reads',
  'reply_to',
  'replyTo',
  'tasks',
  'tokens',
  'wishlist-feed',
  'wordCount',
  // What a blog may have, in replies and in the rows of a download.
  ...optionalNames,
  ...optionalNames.map((name) => blogFields[name].column),
];
/** The export of one's own blogs has one's drafts since. */
const isDraftFile = (field: string) => field.startsWith('drafts/');
const isOld = (field: string) => !addedSince.includes(field) && !isDraftFile(field);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Of what the first version showed what today's answers as well: the HTML of texts is written in another way since, it knew fewer calls and no lists of drafts, and comments were for members alone.
 */
function stillAnswered(before: Seen): Seen {
  const written = Object.entries(before).filter(([what]) => !/\?list=/.test(what));
  const answered = written.filter(([, reply]) => {
    const { status, code } = reply as { status?: number; code?: string };
    return status === undefined || status === 200 || code === 'blog-not-found';
  });
  const json = JSON.stringify(Object.fromEntries(answered), (key, value) =>
    key === 'longDescriptionHtml' ? undefined : value,
  );
  return JSON.parse(json) as Seen;
}

/** Each engine goes one way round, unless all is asked for. */
const ordersOn: Readonly<Record<Engine, readonly Order[]>> = inMatrix({
  usual: { sqlite: ['authors first'], postgres: ['staff first'] },
  whole: {
    sqlite: ['authors first', 'staff first'],
    postgres: ['authors first', 'staff first'],
  },
});

for (const version of versions) {
  for (const engine of engines) {
    testEngine(
      engine,
      `a database of ${version} shows with this version what it showed`,
      { timeout: 120_000 },
      async () => {
        const { story, before } = expectedOf(version, engine);
        const url = await openOld(engine, version, story);
        const seen = comparable(await lookAround(url, story), url);
        const isFirst = version === firstVersion;
        const was = isFirst ? stillAnswered(before) : before;
        expect(differences(...asStaffSawIt(seen, was), isFirst)).toEqual([]);
      },
    );
    if (version === firstVersion) continue;

    for (const order of ordersOn[engine]) {
      testEngine(
        engine,
        `all that can be undone in a database of ${version} is undone, ${order}`,
        { timeout: 120_000 },
        async () => {
          const { story, before, ...after } = expectedOf(version, engine);
          const url = await openOld(engine, version, story);
          const { acts, undone } = await undoEverything(url, story, order);
          const seen = await lookAround(url, undone);
          const is = comparableSince({ acts, seen }, url, story, before);
          expect(differences(is.acts, after[order].acts)).toEqual([]);
          const both = asStaffSawIt(is.seen as Seen, after[order].seen as Seen);
          expect(differences(...both)).toEqual([]);
        },
      );
    }
  }
}
