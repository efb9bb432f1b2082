import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../contract/problems.ts';
import type { CallRequest } from '../http/answers/answers.ts';
import type { CanonicalPath } from '../http/canonical-path.ts';
import { createEventLoopFairness } from '../http/ingress/event-loop-fairness.ts';
import { endWithProblem } from '../http/raw-problem.ts';
import {
  type BoundedMemory,
  type CacheEntry,
  createBoundedMemory,
  type Shelf,
} from './bounded-memory.ts';
import {
  brotliVariant,
  createPage,
  isCacheable,
  type MembersPage,
  membersPageOf,
  type Page,
  type Rendering,
} from './cached-page.ts';
import type { PageStore, PageStoreStats } from './disk/page-store.ts';
import { type CachedAddress, createPageKeys, type PageKey } from './page-key.ts';
import {
  createRemaking,
  type DroppedPage,
  mostUsed,
  type RemakingClock,
  waitingMax,
} from './remaking.ts';
import { codingsOf, sendFilled, sendPage, sendRendering } from './send-page.ts';
import { createSharedReplies, type SharedReplies } from './shared-replies.ts';
import { createSingleFlight } from './single-flight.ts';
import { createMembers, type MemberSource } from './slots/members.ts';
import type { TemplateBinding } from './slots/stored-template.ts';
import { createTemplate } from './slots/template.ts';
import { createStoredMembersPages } from './stored-members-pages.ts';
import { createStoredPages, type StoredPages } from './stored-pages.ts';

export type { Rendering };

/** Visitors without a session get one page, members another with slots. Neither is made for a single person. */
export type Audience = 'strangers' | 'members';

export interface PageCacheOptions {
  readonly addresses: readonly CachedAddress[];
  readonly canonicalPath: CanonicalPath;
  readonly members: MemberSource;
  /** Most bytes of memory for pages and the members' data that fills their slots. */
  readonly maxBytes: number;
  /** Where pages are kept besides; they are there after a restart. */
  readonly disk?: PageStore | undefined;
  /** Renders the reply to an address. It gets nothing of the request, so the reply can't hold anything of it. */
  readonly render: (key: PageKey, audience: Audience, shared: SharedReplies) => Promise<Rendering>;
  /** What a page of members that comes from the disk is bound to. */
  readonly bindingOf?: ((key: PageKey) => Promise<TemplateBinding>) | undefined;
  /** What API calls in the name of the requester need of the request. */
  readonly callRequestOf: (request: IncomingMessage) => CallRequest;
  /** Calls `invalidate` for commits that haven't been announced yet; synchronous. Throws where it can't know. */
  readonly checkForChanges: () => void;
  /** Called with the error of a failed rendering; the visitor gets a 503. */
  readonly onError: (error: unknown) => void;
  /** Has pages that are in use made again after a change, before they are asked for; absent where that is left to requests. */
  readonly remakingClock?: RemakingClock;
}

export interface PageCacheStats {
  readonly pages: number;
  readonly bytes: number;
  readonly renders: number;
  /** Requests answered from the cache: pages of strangers, and members' pages with their slots filled. */
  readonly hits: number;
  readonly fills: number;
  /** Requests answered from the disk. */
  readonly diskHits: number;
  readonly disk: PageStoreStats | undefined;
  /** Requests for cacheable addresses for which something had to be rendered or looked up first. */
  readonly misses: number;
}

/**
 * Replies cached in the process and sent ahead of the framework: the same bytes for all strangers, and for members the
 * shared bytes of a template with their own data in its slots. README.md beside this file tells how.
 */
export interface PageCache {
  /** Answers the request if its address is cacheable; false leaves the request to the framework, untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for a request with a session cookie that belongs to no session. */
  serveStranger(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether replies to this address (path and query) are cached. */
  isCacheable(url: string): boolean;
  /** Drops what was made from these tags; `'*'` drops everything. */
  invalidate(tags: readonly string[]): void;
  stats(): PageCacheStats;
  /** From here on nothing is made but for requests. */
  close(): void;
}

function isCached<K extends object>(outcome: K | Rendering): outcome is K {
  return 'isUsed' in outcome;
}

function isUsedPage(entry: CacheEntry): entry is Page | MembersPage {
  return 'hits' in entry && (entry.hits as number) > 0;
}

/** When a reply that is rendered from now on is out of date, in milliseconds since 1970. */
function goodUntilOf({ goodFor }: PageKey): number {
  return goodFor === undefined ? Infinity : Date.now() + goodFor;
}

/** What is rendered: each page once for all concurrent requests, and a few pages a turn of the event loop. */
function createRendering(
  options: PageCacheOptions,
  memory: BoundedMemory,
  onMade: (page: Page) => void,
) {
  const { disk, bindingOf } = options;
  const storedMembersPages =
    disk && bindingOf && createStoredMembersPages(disk, bindingOf, memory.grow);
  const share = createEventLoopFairness();
  const replies = createSharedReplies(memory);
  const pages = createSingleFlight<Page, Page | Rendering>(memory, (outcome) =>
    isCached(outcome) ? outcome : undefined,
  );
  const membersPages = createSingleFlight<MembersPage, MembersPage | Rendering>(
    memory,
    (outcome) => (isCached(outcome) && isCacheable(outcome.rendering) ? outcome : undefined),
  );

  function render(key: PageKey, audience: Audience): Promise<Rendering> {
    return new Promise((resolve, reject) => {
      share(
        () => void options.render(key, audience, replies).then(resolve, reject),
        () => '',
      );
    });
  }

  return {
    pages,
    membersPages,
    replies,
    storedMembersPages,
    makePage: (key: PageKey) =>
      pages.make(key.url, key.tags, async () => {
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'strangers');
        if (!isCacheable(rendering)) return rendering;
        const page = await createPage(key, rendering, seen);
        onMade(page);
        return page;
      }),
    makeMembersPage: (key: PageKey) =>
      membersPages.make(key.url, key.memberTags, async () => {
        const found = await storedMembersPages?.find(key);
        if (found) return found;
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'members');
        if (!rendering.template) return rendering;
        const template = await createTemplate(rendering.template, (bytes) =>
          memory.grow(page, bytes),
        );
        const page = membersPageOf(key, rendering, template, seen.goodUntil);
        if (isCacheable(rendering)) storedMembersPages?.keep(page, seen);
        return page;
      }),
  };
}

/** Has the most used pages that a change dropped made again; undefined where that is left to requests. */
function remakingOf(
  { remakingClock, checkForChanges }: PageCacheOptions,
  keyOf: (url: string) => PageKey | undefined,
  made: Pick<
    ReturnType<typeof createRendering>,
    'pages' | 'membersPages' | 'makePage' | 'makeMembersPage'
  >,
) {
  if (!remakingClock) return undefined;
  const remaking = createRemaking(remakingClock);

  function droppedPage(entry: Page | MembersPage): DroppedPage {
    const { key: url, hits } = entry;
    const isOfMembers = 'template' in entry;
    return {
      name: `${isOfMembers ? 'members' : 'strangers'} ${url}`,
      hits,
      async make() {
        checkForChanges();
        const { entries }: { readonly entries: Shelf<Page | MembersPage> } = isOfMembers
          ? made.membersPages
          : made.pages;
        const key = keyOf(url);
        if (!key || entries.has(url)) return;
        const outcome = await (isOfMembers ? made.makeMembersPage(key) : made.makePage(key));
        // It stays among those in use for a few changes that follow each other.
        if (isCached(outcome)) outcome.hits += Math.floor(hits / 2);
      },
    };
  }

  return {
    add: (dropped: readonly CacheEntry[]) =>
      remaking.add(mostUsed(dropped.filter(isUsedPage), waitingMax).map(droppedPage)),
    close: () => remaking.close(),
  };
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { onError } = options;
  const keyOf = createPageKeys(options.addresses, options.canonicalPath);
  const memory = createBoundedMemory(options.maxBytes);
  const { pages, membersPages, replies, makePage, makeMembersPage, ...made } = createRendering(
    options,
    memory,
    (page) => stored?.keep(page),
  );
  const { storedMembersPages } = made;
  const members = createMembers(options.members, memory);
  const answered = { hits: 0, fills: 0, diskHits: 0, misses: 0 };
  const checkOnce = oncePerTurn(options.checkForChanges);
  const { disk } = options;
  const stored = disk && createStoredPages(disk, memory, takeFromDisk);
  const addBrotli = brotliOneByOne(memory, stored, onError);
  const fail = failing(onError);
  const remaking = remakingOf(options, keyOf, { pages, membersPages, makePage, makeMembersPage });

  function takeFromDisk(page: Page): void {
    pages.entries.keep(page);
    addBrotli(page);
  }

  function answerStranger(
    page: Page | undefined,
    key: PageKey | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (page) {
      answered.hits += 1;
      page.hits += 1;
      if (!page.isBrotliTried && codingsOf(request)[0] === 'br') addBrotli(page);
      sendPage(page, request, response);
      return true;
    }
    if (!key) return false;
    if (stored?.send(key, request, response)) {
      answered.diskHits += 1;
      return true;
    }
    answered.misses += 1;
    makePage(key).then(
      (outcome) => {
        if (isCached(outcome)) sendPage(outcome, request, response);
        else sendRendering(outcome, request, response);
      },
      (error: unknown) => fail(error, response),
    );
    return true;
  }

  function mayServe({ method }: IncomingMessage): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    try {
      checkOnce();
      return true;
    } catch {
      // Whether the entries are still true is unknown, so none is sent.
      return false;
    }
  }

  function serveStranger(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    // Most URLs are in their normal form: no key needs to be computed.
    const page = pages.entries.use(url);
    if (page) return answerStranger(page, undefined, request, response);
    if (stored?.sendKnown(url, request, response)) {
      answered.hits += 1;
      return true;
    }
    const key = keyOf(url);
    return answerStranger(key && pages.entries.use(key.url), key, request, response);
  }

  async function answerMember(
    key: PageKey,
    token: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const call = options.callRequestOf(request);
    const member = members.known(token) ?? (await members.find(token, call));
    if (!member) {
      // A cookie of an ended or made-up session costs no rendering.
      options.checkForChanges();
      answerStranger(pages.entries.use(key.url), key, request, response);
      return;
    }
    answered.misses += 1;
    const page = membersPages.entries.use(key.url) ?? (await makeMembersPage(key));
    if (!isCached(page)) return sendRendering(page, request, response);
    const data = await members.loadData(member, page.template.sources, call);
    sendFilled(page, data, request, response);
  }

  function serveMember(token: string, request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    let page = membersPages.entries.use(url);
    let key: PageKey | undefined;
    if (!page) {
      key = keyOf(url);
      // Only pages have slots. Other replies may differ for members, such as by the entity tag of a version to be changed.
      if (!key?.memberTags) return false;
      page = membersPages.entries.use(key.url);
    }
    const member = page && members.known(token);
    const data = page && member && members.knownData(member, page.template.sources);
    if (page && data) {
      answered.fills += 1;
      page.hits += 1;
      sendFilled(page, data, request, response);
    } else {
      key ??= keyOf(url);
      if (!key) return false;
      answerMember(key, token, request, response).catch((error: unknown) => fail(error, response));
    }
    return true;
  }

  return {
    serve(request, response) {
      if (!mayServe(request)) return false;
      const { headers } = request;
      const token =
        headers.cookie === undefined ? undefined : options.members.tokenOf(headers.cookie);
      return token === undefined
        ? serveStranger(request, response)
        : serveMember(token, request, response);
    },
    serveStranger: (request, response) => mayServe(request) && serveStranger(request, response),
    isCacheable: (url) => keyOf(url) !== undefined,
    invalidate(tags) {
      const dropped = memory.dropTagged(tags);
      for (const made of [pages, membersPages, replies, members]) made.invalidate(tags);
      disk?.invalidate(tags);
      remaking?.add(dropped);
    },
    close: () => remaking?.close(),
    stats: () => ({
      pages: pages.entries.size + membersPages.entries.size,
      bytes: memory.bytes,
      renders: pages.begun + membersPages.begun - (storedMembersPages?.found ?? 0),
      ...answered,
      diskHits: answered.diskHits + (storedMembersPages?.found ?? 0),
      get disk() {
        return disk?.stats();
      },
    }),
  };
}

/** Answers with 503 where rendering failed. */
function failing(onError: PageCacheOptions['onError']) {
  return (error: unknown, response: ServerResponse): void => {
    onError(error);
    endWithProblem(response, unavailable());
  };
}

/**
 * Adds the Brotli form of a page at its first request that accepts Brotli, one page at a time: each takes a thread of the
 * pool for about 10 ms. Until it is ready, gzip is sent.
 */
function brotliOneByOne(
  memory: BoundedMemory,
  stored: StoredPages | undefined,
  onError: (error: unknown) => void,
): (page: Page) => void {
  let last: Promise<void> = Promise.resolve();
  return (page) => {
    page.isBrotliTried = true;
    last = last
      .then(() => brotliVariant(page))
      .then((brotli) => {
        if (!brotli) return;
        page.brotli = brotli;
        memory.grow(page, brotli.body.length);
        stored?.keep(page, 'br');
      })
      .catch(onError);
  };
}

/** Runs `check` once for all requests of one turn of the event loop: each of them arrived before the check. */
function oncePerTurn(check: () => void): () => void {
  let hasChecked = false;
  const reset = () => {
    hasChecked = false;
  };
  return () => {
    if (hasChecked) return;
    check();
    hasChecked = true;
    setImmediate(reset);
  };
}
