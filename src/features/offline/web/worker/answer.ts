import { copyMark } from '../../../../platform/web/kept-copies.ts';
import { cacheOf, currentPersonCache, filesCache, find, nobody, noteOf } from '../kept.ts';
import { copyOf, devicePage } from '../kept-address.ts';
import { stemOf } from '../pictures.ts';
import { followPerson, noteSavedDraft } from './follow-person.ts';
import { forgetAllBut, learnFromDocument, noteRead } from './keep.ts';
import { makeRoundDue } from './rounds.ts';
import { inTurn, watchDeletions } from './turns.ts';
import { type FetchEvent, scope } from './worker-scope.ts';

/** Milliseconds without a reply after which a copy is shown, where there is one. */
const patienceMs = 5_000;
/** Debounce after a change of wishes or drafts, in milliseconds. */
const settledMs = 2_000;

const wait = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds, undefined));

/** The reply stored under a path for the signed-in person, or else for all. */
async function keptUnder(path: string): Promise<Response | undefined> {
  for (const name of [await currentPersonCache(), cacheOf(nobody), filesCache]) {
    if (name === undefined || !(await caches.has(name))) continue;
    const reply = await find(await caches.open(name), path);
    if (reply && noteOf(reply)?.kind !== 'thrown') return reply;
  }
  return undefined;
}

/** Network first: falls back to a copy if the network fails, or is slow and there is a copy. */
async function networkFirst(
  network: Promise<Response>,
  copy: () => Promise<Response | undefined>,
): Promise<Response> {
  // Without storage, only the network is used.
  const kept = () => copy().catch(() => undefined);
  const late = wait(patienceMs).then(async () => (await kept()) ?? network);
  // A network failure is handled below.
  late.catch(() => {});
  try {
    return await Promise.race([network, late]);
  } catch (reason) {
    const instead = await kept();
    if (instead) return instead;
    throw reason;
  }
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Marks a page as a copy, outside of the hydrated part: for scripts, and with a note for readers on most pages. */
async function asCopy(kept: Response, isNoted: boolean): Promise<Response> {
  const html = (await kept.text()).replace('<html ', `<html ${copyMark} `);
  const { headers } = kept;
  if (!isNoted) return new Response(html, { headers });
  const day = dates.format(noteOf(kept)?.keptAt);
  const note = `<p class="kept-copy" role="status">The site can’t be reached. This is the copy of ${day} on this device. <a href="">Try again</a></p>`;
  return new Response(html.replace('<div id="root">', `${note}<div id="root">`), {
    headers,
  });
}

/** Documents that are copies, as long as this worker runs: their requests are answered from stored content as well. */
const copies = new Set<string>();

/** The copy of a page for an address; undefined without one. */
async function copyFor(url: URL): Promise<Response | undefined> {
  const { path, isElsewhere } = copyOf(url);
  const kept = await keptUnder(path);
  if (kept && isElsewhere) return Response.redirect(path);
  return kept && asCopy(kept, path !== devicePage);
}

async function pageInstead({ pathname, search }: URL): Promise<Response | undefined> {
  if (!(await keptUnder(devicePage))) return undefined;
  return Response.redirect(`${devicePage}?from=${encodeURIComponent(pathname + search)}`);
}

async function loadDocument({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded = await preloadResponse;
  // Without a network Firefox resolves to an error where others reject; returned, it is the browser's own error page.
  return preloaded && preloaded.type !== 'error' ? preloaded : fetch(request);
}

const isDocument = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/html') === true;

async function navigate(event: FetchEvent, url: URL): Promise<Response> {
  const isStillTheirs = watchDeletions();
  const path = url.pathname + url.search;
  const learnFrom = async (reply: Response) => {
    await learnFromDocument({ path, reply, isStillTheirs }, { isRead: true });
    // The same blog under an address with a query, such as one that names a referrer.
    if (url.search !== '') await noteRead(url.pathname);
  };
  let learning: Promise<void> | undefined;
  const network = loadDocument(event).then((reply) => {
    // A clone that isn't read would be buffered in memory, such as of a download.
    if (isDocument(reply)) learning = learnFrom(reply.clone());
    return reply;
  });
  event.waitUntil(network.then(() => learning).catch(() => {}));
  try {
    return await networkFirst(network, async () => {
      const copy = await copyFor(url);
      if (copy) copies.add(event.resultingClientId);
      return copy;
    });
  } catch (reason) {
    const instead = await pageInstead(url).catch(() => undefined);
    if (instead) return instead;
    throw reason;
  }
}

/** The latest save of each draft, by its key: only that one triggers a fetch. */
const saves = new Map<string, symbol>();

/** Stores a draft as the site has it, debounced after a save. */
async function followDraft(key: string): Promise<void> {
  const save = Symbol(key);
  saves.set(key, save);
  await wait(settledMs);
  if (saves.get(key) !== save) return;
  saves.delete(key);
  const isStillTheirs = watchDeletions();
  const [name, reply] = await Promise.all([currentPersonCache(), fetch(draftFolder + key)]);
  if (name === undefined) return;
  if (!reply.ok) {
    // An empty draft that the site has deleted.
    if (reply.status === 404) await followChanged();
    return;
  }
  const text = await reply.text();
  await inTurn(async () => isStillTheirs() && noteSavedDraft(name, key, text));
  await followPerson();
}

const draftFolder = '/api/drafts/';
/** Path prefixes of calls that change wishes or drafts. */
const changes = [
  '/addWishlist',
  '/removeWishlist',
  '/api/wishForm',
  '/api/addBlog',
  '/api/blog/',
  draftFolder,
];
/** API paths whose replies are stored. */
const keptReplies = ['/api/drafts', '/api/lastDraft'];

/** Updates the stored content after a call that changes it. */
async function followChange({ method }: Request, { pathname }: URL): Promise<void> {
  if (method === 'PUT' && pathname.startsWith(draftFolder)) {
    return followDraft(pathname.slice(draftFolder.length));
  }
  if (!changes.some((path) => pathname.startsWith(path))) return;
  await wait(settledMs);
  await followChanged();
}

async function followChanged(): Promise<void> {
  await makeRoundDue();
  await followPerson();
}

/** Whether the browser is offline, or the page is a copy. */
const isCutOff = ({ clientId }: FetchEvent) => !scope.navigator.onLine || copies.has(clientId);

/**
 * The worker's reply: to navigations, and to what an offline page needs; undefined lets the browser handle the request.
 */
export function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return undefined;
  const { pathname, search } = url;
  if (request.mode === 'navigate' && request.method === 'GET') return navigate(event, url);
  if (request.method !== 'GET' || pathname === '/logout') {
    // On sign-out all of the person's content is deleted, whatever the site replies.
    const after: Promise<unknown> =
      pathname === '/logout' ? forgetAllBut(null) : followChange(request, url);
    event.waitUntil(after.catch(() => {}));
    return undefined;
  }
  if (!isCutOff(event)) return undefined;
  const isReply = keptReplies.includes(pathname) || pathname.startsWith(draftFolder);
  if (isReply || pathname.startsWith('/assets/') || pathname.startsWith('/site/accent/')) {
    return networkFirst(fetch(request), () => keptUnder(pathname + search));
  }
  if (request.destination === 'image' && pathname.startsWith('/images/')) {
    return networkFirst(fetch(request), () => keptUnder(stemOf(pathname)));
  }
  return undefined;
}
