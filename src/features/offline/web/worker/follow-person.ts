import {
  allPersonCaches,
  cacheOf,
  entriesOf,
  filesCache,
  find,
  isOff,
  type KeptEntry,
  nobody,
  noteOf,
  put,
} from '../kept.ts';
import {
  blogPageOf,
  devicePage,
  editorPage,
  updatePageOf,
  wishlistPage,
  writingPage,
} from '../kept-address.ts';
import { draftsMax, keepWithinBounds, wishesMax } from './bounds.ts';
import { fetchToKeep, keepDevicePage, newestFiles, noteViewer } from './keep.ts';
import { isRoundDue, makeRoundDue, noteRound } from './rounds.ts';
import { inTurn, watchDeletions } from './turns.ts';

const hourMs = 60 * 60_000;
/** Pages without a known change are fetched again after this long. */
const pageMs = 24 * hourMs;
const wishedPageMs = 7 * pageMs;
/** Blog copies of an old build fetched again per round: a new version of the site replaces them gradually. */
const renewedMax = 10;

interface Wish {
  readonly reviewId: string;
  readonly absence: string | null;
}

interface Draft {
  readonly key: string;
  readonly revision: string;
  readonly title: string;
  readonly formerTitle: string | null;
  readonly isOfBlog: boolean;
}

interface Answer<T> {
  readonly value: T;
  readonly text: string;
  readonly headers: Headers;
}

async function ask<T>(path: string): Promise<Answer<T>> {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
  const text = await reply.text();
  return { value: JSON.parse(text) as T, text, headers: reply.headers };
}

/** The id of the signed-in person, according to the site; null for a visitor. */
async function whoIsIt(): Promise<string | null> {
  const { value } = await ask<{ readonly user: { readonly id: string } | null }>(
    '/identity/session',
  );
  return value.user?.id ?? null;
}

/** Fetches the list of drafts, page by page, the latest first. */
async function askForDrafts(): Promise<readonly Draft[]> {
  const drafts: Draft[] = [];
  let next: string | undefined = '/api/drafts';
  while (next !== undefined && drafts.length < draftsMax) {
    const { value, headers }: Answer<readonly Draft[]> = await ask(next);
    drafts.push(...value);
    const [link = '', relation = ''] = (headers.get('link') ?? '').split('>');
    next = relation.includes('next') ? link.slice(1) : undefined;
  }
  return drafts.slice(0, draftsMax);
}

const replyHeaders = () => new Headers({ 'content-type': 'application/json; charset=utf-8' });

/** Stores a reply of the API; resolves to whether it differs from the previous one. */
async function keepReply(cache: Cache, path: string, text: string): Promise<boolean> {
  const before = await (await find(cache, path))?.text();
  if (before === text) return false;
  await put(cache, path, text, replyHeaders(), { kind: 'reply', keptAt: Date.now() });
  return true;
}

/** Stores a draft and its list reply. */
async function keepDraft(cache: Cache, draft: Draft, text: string): Promise<void> {
  const { key, revision } = draft;
  const title = draft.title || draft.formerTitle || '';
  const keptAt = Date.now();
  const headers = replyHeaders();
  await put(cache, draftPath(key), text, headers, { kind: 'draft', keptAt, title, revision });
  await put(cache, draftListPath(key), JSON.stringify([draft]), headers, { kind: 'reply', keptAt });
}

const draftPath = (key: string) => `/api/drafts/${key}`;
const draftListPath = (key: string) => `/api/drafts?key=${key}`;

/** A person's stored content during one round of updates. */
interface Round {
  readonly cache: Cache;
  readonly kept: ReadonlyMap<string, KeptEntry>;
  /** False once another person may be signed in. */
  readonly isStillTheirs: () => boolean;
}

const isOld = (entry: KeptEntry | undefined, after: number) =>
  entry === undefined || Date.now() - entry.keptAt > after;

/** Whether a page belongs to an old build, whose files are deleted as soon as no page needs them. */
const isOfOldBuild = ({ needs = [] }: KeptEntry) =>
  needs.some((path) => path.startsWith('/assets/') && !newestFiles.includes(path));

/** Fetches a page again if it has changed or is old. */
async function renew({ kept }: Round, path: string, hasChanged: boolean): Promise<void> {
  const entry = kept.get(path);
  if (hasChanged || isOld(entry, pageMs) || (entry && isOfOldBuild(entry))) {
    await fetchToKeep(path, {});
  }
}

async function keepWishes(round: Round, wishes: Answer<readonly Wish[]>): Promise<void> {
  const { cache, kept, isStillTheirs } = round;
  const hasChanged = await keepReply(cache, '/getWishlist', wishes.text);
  await renew(round, wishlistPage, hasChanged);
  const wished = wishes.value.filter(({ absence }) => absence === null).slice(0, wishesMax);
  const paths = wished.map(({ reviewId }) => blogPageOf(reviewId));
  for (const { path, isWished } of kept.values()) {
    if (isWished && !paths.includes(path)) await inTurn(() => unwish(cache, path));
  }
  for (const path of paths) {
    const entry = kept.get(path);
    if (!isStillTheirs() || entry?.kind === 'thrown') continue;
    if (entry?.isWished && !isOld(entry, wishedPageMs)) continue;
    // A failure of one page doesn't stop the others.
    await fetchToKeep(path, { isWished: true }).catch(() => {});
  }
}

/** Removes the wish from a copy, and the copy itself unless it was read. */
async function unwish(cache: Cache, path: string): Promise<void> {
  const copy = await find(cache, path);
  const note = copy && noteOf(copy);
  if (!copy || !note) return;
  if (note.kind === 'thrown' || note.readAt === undefined) {
    await cache.delete(path);
    return;
  }
  const { isWished: _, bytes: __, ...rest } = note;
  await put(cache, path, await copy.blob(), copy.headers, rest);
}

async function keepDrafts(round: Round, drafts: readonly Draft[]): Promise<void> {
  const { cache, kept, isStillTheirs } = round;
  const hasChanged = await keepReply(cache, '/api/drafts', JSON.stringify(drafts));
  // Most members write nothing, and don't need the editor.
  if (drafts.length > 0 || kept.has(editorPage)) {
    await renew(round, writingPage, hasChanged);
    await renew(round, editorPage, false);
  }
  // Tombstones included.
  const going = new Set(
    [...kept.keys()].filter((path) => path.startsWith(draftPath('')) && !path.includes('?')),
  );
  for (const draft of drafts) {
    const path = draftPath(draft.key);
    going.delete(path);
    const entry = kept.get(path);
    if (!isStillTheirs() || entry?.kind === 'thrown' || entry?.revision === draft.revision)
      continue;
    // A failure of one draft doesn't stop the others; the next round asks for it again.
    await keepNewer(round, draft).catch(makeRoundDue);
  }
  for (const path of going) await dropDraft(cache, path.slice(draftPath('').length));
}

/** Fetches a draft that was changed elsewhere, and its page if it is one of a published blog. */
async function keepNewer({ cache, isStillTheirs }: Round, draft: Draft): Promise<void> {
  const { text } = await ask(draftPath(draft.key));
  if (isStillTheirs()) await keepDraft(cache, draft, text);
  if (draft.isOfBlog) await fetchToKeep(updatePageOf(draft.key), {}).catch(() => {});
}

async function dropDraft(cache: Cache, key: string): Promise<void> {
  for (const path of [draftPath(key), draftListPath(key), updatePageOf(key)]) {
    await cache.delete(path);
  }
}

/** Fetches copies of the old build again: its files can be deleted once no copy needs them. */
async function renewOldBuild(): Promise<void> {
  const entries = (await Promise.all((await allPersonCaches()).map(entriesOf))).flat();
  const old = entries.filter((entry) => entry.kind === 'article' && isOfOldBuild(entry));
  for (const { path, cache } of old.slice(0, renewedMax)) {
    const credentials = cache === cacheOf(nobody) ? 'omit' : 'same-origin';
    await fetchToKeep(path, {}, credentials);
  }
}

async function follow(): Promise<void> {
  const isStillTheirs = watchDeletions();
  const personId = await whoIsIt();
  if (!isStillTheirs()) return;
  await noteViewer(personId);
  const shown = (await entriesOf(filesCache)).find(({ path }) => path === devicePage);
  if (isOld(shown, pageMs)) await inTurn(keepDevicePage);
  await renewOldBuild();
  if (personId !== null) await followWishesAndDrafts(personId, isStillTheirs);
  await inTurn(() => keepWithinBounds(newestFiles));
}

async function followWishesAndDrafts(
  personId: string,
  isStillTheirs: () => boolean,
): Promise<void> {
  const wishes = await ask<readonly Wish[]>('/getWishlist');
  const drafts = await askForDrafts();
  // Another person may have signed in in another tab.
  if ((await whoIsIt()) !== personId || !isStillTheirs()) return;
  const cache = await caches.open(cacheOf(personId));
  const entries = await entriesOf(cacheOf(personId));
  const round = {
    cache,
    kept: new Map(entries.map((entry) => [entry.path, entry])),
    isStillTheirs,
  };
  await renew(round, devicePage, false);
  await keepWishes(round, wishes);
  await keepDrafts(round, drafts);
}

let following: Promise<void> | undefined;

async function followUnlessDone(): Promise<void> {
  if ((await isOff()) || !(await isRoundDue())) return;
  await noteRound();
  // Offline or refused: the stored content stays until the next round.
  await follow().catch(makeRoundDue);
}

/** Updates the stored wishes and drafts of the signed-in person. Does nothing within `restMs` of the last round. */
export function followPerson(): Promise<void> {
  following ??= followUnlessDone().finally(() => {
    following = undefined;
  });
  return following;
}

/** The fields of a draft that are used, as returned by the site. */
interface SavedDraft {
  readonly text: { readonly title: string };
  readonly baseTag: string | null;
  readonly revision: string;
  readonly savedAt: string;
}

/** Stores a draft from the reply to its request. */
export async function noteSavedDraft(
  name: string | undefined,
  key: string,
  reply: string,
): Promise<void> {
  if (name === undefined || !(await caches.has(name)) || (await isOff())) return;
  const cache = await caches.open(name);
  const { text, baseTag, revision, savedAt } = JSON.parse(reply) as SavedDraft;
  const before = (await (await find(cache, draftListPath(key)))?.json()) as [Draft] | undefined;
  const summary = {
    formerTitle: null,
    wordCount: null,
    undescribed: null,
    isOfBlog: baseTag !== null,
    wasPublished: false,
    publishAt: null,
    publishFailure: null,
    hasPreview: false,
    ...before?.[0],
    ...{ key, revision, savedAt, title: text.title },
  };
  await keepDraft(cache, summary, reply);
  // The first draft on this device: the editor's page is fetched in the next round.
  if (!(await find(cache, editorPage))) await makeRoundDue();
}
