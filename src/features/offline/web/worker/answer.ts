import { copyMark } from '../../../../platform/web/kept-copies.ts';
import { cacheOf, filesCache, find, nobody, noteOf, personsCache } from '../kept.ts';
import { copyOf, devicePage } from '../kept-address.ts';
import { stemOf } from '../pictures.ts';
import { followPerson, noteSavedDraft } from './follow-person.ts';
import { forgetAllBut, learn, noteRead } from './keep.ts';
import { hastenRound } from './rounds.ts';
import { inTurn, sinceNow } from './turns.ts';
import { type FetchEvent, scope } from './worker-scope.ts';

/** Milliseconds without an answer after which a copy is shown, where there is one. */
const patienceMs = 5_000;
/** Milliseconds after a change of wishes or drafts, in which others may follow. */
const settledMs = 2_000;

const wait = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds, undefined));

/** What lies under a path for who is signed in, else for everybody. */
async function keptUnder(path: string): Promise<Response | undefined> {
  for (const name of [await personsCache(), cacheOf(nobody), filesCache]) {
    if (name === undefined || !(await caches.has(name))) continue;
    const reply = await find(await caches.open(name), path);
    if (reply && noteOf(reply)?.kind !== 'thrown') return reply;
  }
  return undefined;
}

/** The network's answer; a copy where there is no network, or the answer takes long and there is a copy. */
async function networkFirst(
  network: Promise<Response>,
  copy: () => Promise<Response | undefined>,
): Promise<Response> {
  // Where the browser lets nothing be kept, the network goes on alone.
  const kept = () => copy().catch(() => undefined);
  const late = wait(patienceMs).then(async () => (await kept()) ?? network);
  // Its failure is that of the network, which is looked at here.
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

/** Says on a copy what it is, outside of what is hydrated: to scripts, and of most pages to people. */
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

/** Documents that are copies, of this worker's time: what they are made of is answered from what is kept as well. */
const copies = new Set<string>();

/** The page for an address without a network: its copy, else the page that says what there is. */
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
  return (await preloadResponse) ?? fetch(request);
}

const isDocument = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/html') === true;

async function navigate(event: FetchEvent, url: URL): Promise<Response> {
  const isStillTheirs = sinceNow();
  const path = url.pathname + url.search;
  const learnFrom = async (reply: Response) => {
    await learn({ path, reply, isStillTheirs }, { isRead: true });
    // The same blog by another address, such as one that says where its reader comes from.
    if (url.search !== '') await noteRead(url.pathname);
  };
  let learning: Promise<void> | undefined;
  const network = loadDocument(event).then((reply) => {
    // A download that is copied but not read would fill the memory.
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

/** The save after which a draft is asked for: the last one, by its key. */
const saves = new Map<string, symbol>();

/** Keeps a draft as the site has it, a moment after it was saved. */
async function followDraft(key: string): Promise<void> {
  const save = Symbol(key);
  saves.set(key, save);
  await wait(settledMs);
  if (saves.get(key) !== save) return;
  saves.delete(key);
  const isStillTheirs = sinceNow();
  const [name, reply] = await Promise.all([personsCache(), fetch(draftFolder + key)]);
  if (name === undefined) return;
  if (!reply.ok) {
    // Nothing was written in it any more, so that it has gone.
    if (reply.status === 404) await followChanged();
    return;
  }
  const text = await reply.text();
  await inTurn(async () => isStillTheirs() && noteSavedDraft(name, key, text));
  await followPerson();
}

const draftFolder = '/api/drafts/';
/** Calls after which wishes or drafts are others begin so. */
const changes = [
  '/addWishlist',
  '/removeWishlist',
  '/api/wishForm',
  '/api/addBlog',
  '/api/blog/',
  draftFolder,
];
/** Paths whose answers to programs are kept. */
const keptReplies = ['/api/drafts', '/api/lastDraft'];

/** Follows a change that goes its way. */
async function followChange({ method }: Request, { pathname }: URL): Promise<void> {
  if (method === 'PUT' && pathname.startsWith(draftFolder)) {
    return followDraft(pathname.slice(draftFolder.length));
  }
  if (!changes.some((path) => pathname.startsWith(path))) return;
  await wait(settledMs);
  await followChanged();
}

async function followChanged(): Promise<void> {
  await hastenRound();
  await followPerson();
}

/** Whether a page is without a network, as far as the browser says, or is a copy, which others stand behind. */
const isCutOff = ({ clientId }: FetchEvent) => !scope.navigator.onLine || copies.has(clientId);

/**
 * What this worker answers: documents, and what a page without a network is made of; undefined for what goes its way as if
 * there were none.
 */
export function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return undefined;
  const { pathname, search } = url;
  if (request.mode === 'navigate' && request.method === 'GET') return navigate(event, url);
  if (request.method !== 'GET' || pathname === '/logout') {
    // Nothing of who signs out is to be left, whatever the site answers.
    const after = pathname === '/logout' ? forgetAllBut(null) : followChange(request, url);
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
