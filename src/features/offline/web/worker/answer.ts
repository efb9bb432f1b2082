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
    return await networkFirst(network, () => copyFor(url));
  } catch (reason) {
    const instead = await pageInstead(url).catch(() => undefined);
    if (instead) return instead;
    throw reason;
  }
}

/** The session is over as soon as the site has answered; then nothing of its person may be left. */
async function signOut(request: Request): Promise<Response> {
  const reply = await fetch(request);
  if (reply.ok) await forgetAllBut(null).catch(() => {});
  return reply;
}

/** Sends a draft, and keeps it as the site has it. */
async function saveDraft(event: FetchEvent, key: string): Promise<Response> {
  const isStillTheirs = sinceNow();
  const sent = event.request.clone();
  const [name, reply] = await Promise.all([
    personsCache().catch(() => undefined),
    fetch(event.request),
  ]);
  if (!reply.ok || name === undefined) return reply;
  const received = reply.clone();
  const keep = async () => {
    const [save, receipt] = [await sent.json(), await received.json()];
    await inTurn(async () => isStillTheirs() && noteSavedDraft(name, key, { save, receipt }));
    await followPerson();
  };
  event.waitUntil(keep().catch(() => {}));
  return reply;
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

function answerChange(event: FetchEvent, { pathname }: URL): Promise<Response> | undefined {
  const { method } = event.request;
  if (method === 'PUT' && pathname.startsWith(draftFolder)) {
    return saveDraft(event, pathname.slice(draftFolder.length));
  }
  if (changes.some((path) => pathname.startsWith(path))) {
    event.waitUntil(wait(settledMs).then(hastenRound).then(followPerson));
  }
  return undefined;
}

/** What this worker answers; undefined for what goes its way as if there were none. */
export function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return undefined;
  if (request.method !== 'GET') return answerChange(event, url);
  const { pathname, search } = url;
  if (request.mode === 'navigate') return navigate(event, url);
  if (pathname === '/logout') return signOut(request);
  const isReply = keptReplies.includes(pathname) || pathname.startsWith(draftFolder);
  if (isReply || pathname.startsWith('/assets/') || pathname.startsWith('/site/accent/')) {
    return networkFirst(fetch(request), () => keptUnder(pathname + search));
  }
  if (request.destination === 'image' && pathname.startsWith('/images/')) {
    return networkFirst(fetch(request), () => keptUnder(stemOf(pathname)));
  }
  return undefined;
}
