import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { unavailable } from '../contract/problems.ts';
import type { CallRequest } from '../http/answers/answers.ts';
import type { CanonicalPath } from '../http/canonical-path.ts';
import { endWithProblem } from '../http/raw-problem.ts';
import { createBoundedMemory, type Shelf } from './bounded-memory.ts';
import { createBrotliQueue } from './brotli-queue.ts';
import type { Page } from './cached-page.ts';
import type { PageStoreStats } from './disk/page-store.ts';
import {
  createPageMaking,
  createPageRemaking,
  isCached,
  type MakingOptions,
} from './make-pages.ts';
import { type CachedAddress, createPageKeys, type PageKey } from './page-key.ts';
import { codingsOf, sendFilled, sendPage, sendRendering, templateFormOf } from './send-page.ts';
import { createMembers, type MemberSource } from './slots/members.ts';
import { createStoredPages } from './stored-pages.ts';

export interface PageCacheOptions extends MakingOptions {
  readonly addresses: readonly CachedAddress[];
  readonly canonicalPath: CanonicalPath;
  readonly members: MemberSource;
  /** Maximum memory in bytes for pages and for the members' data in their slots. */
  readonly maxBytes: number;
  /** The part of the request that API calls on the requester's behalf need. */
  readonly callRequestOf: (request: IncomingMessage) => CallRequest;
  /** Called with the error of a failed rendering; the visitor gets a 503. */
  readonly onError: (error: unknown) => void;
}

export interface PageCacheStats {
  /** Entries in memory: pages, or single forms of pages that the disk has as well. */
  readonly pages: number;
  readonly bytes: number;
  readonly renders: number;
  /** Requests answered from memory: `hits` with strangers' pages, `fills` with members' pages. */
  readonly hits: number;
  readonly fills: number;
  /** Requests answered from the disk. */
  readonly diskHits: number;
  readonly disk: PageStoreStats | undefined;
  /** Requests for cacheable addresses that required rendering or a lookup. */
  readonly misses: number;
}

/**
 * Cached replies, sent before the framework: the same bytes for all strangers, and for members a shared template with
 * their own data in its slots. See README.md in this folder.
 */
export interface PageCache {
  /** Answers the request if its address is cacheable; false passes it to the framework unchanged. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for a request whose session cookie is not valid. */
  serveStranger(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether replies to this address (path and query) are cached. */
  isCacheable(url: string): boolean;
  /** Drops entries with these tags; `'*'` drops everything. */
  invalidate(tags: readonly string[]): void;
  stats(): PageCacheStats;
  /** Stops background rendering. */
  close(): void;
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { disk, onError } = options;
  const keyOf = createPageKeys(options.addresses, options.canonicalPath);
  const memory = createBoundedMemory(options.maxBytes);
  const making = createPageMaking(options, memory, (page) => stored?.keep(page));
  const { pages, membersPages, replies, storedMembersPages, makePage, makeMembersPage } = making;
  const members = createMembers(options.members, memory);
  const answered = { hits: 0, fills: 0, diskHits: 0, misses: 0 };
  const checkOnce = oncePerTurn(options.checkForChanges);
  const addBrotli = createBrotliQueue(memory, (page) => stored?.keepBrotli(page), onError);
  const stored = disk && createStoredPages(disk, memory, pages.entries, addBrotli);
  const fail = failing(onError);
  const remaking = createPageRemaking(options, keyOf, making, {
    strangers: isHeldBy(pages.entries, stored),
    members: isHeldBy(membersPages.entries, storedMembersPages),
  });

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

  function mayServe(request: IncomingMessage): boolean {
    if (!isRead(request) || hasTokenToCheck(request, keyOf)) return false;
    try {
      checkOnce();
      return true;
    } catch {
      // Whether the entries are still valid is unknown, so none is sent.
      return false;
    }
  }

  function serveStranger(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    // Most URLs are canonical: no key needs to be computed.
    const page = pages.entries.use(url);
    if (page) return answerStranger(page, undefined, request, response);
    const known = stored?.sendKnown(url, request, response);
    if (known) {
      answered[known] += 1;
      return true;
    }
    const key = keyOf(url);
    return answerStranger(key && pages.entries.use(key.url), key, request, response);
  }

  /** The form of a page that the reply needs, or the page as it was rendered. */
  const knownMembersPage = (url: string, request: IncomingMessage) =>
    storedMembersPages?.use(url, templateFormOf(request)) ?? membersPages.entries.use(url);

  async function answerMember(
    key: PageKey,
    token: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const call = options.callRequestOf(request);
    const member = members.known(token) ?? (await members.find(token, call));
    if (!member) {
      // The cookie of an expired or forged session causes no rendering.
      options.checkForChanges();
      answerStranger(pages.entries.use(key.url), key, request, response);
      return;
    }
    answered.misses += 1;
    const known = knownMembersPage(key.url, request);
    const found = known ? undefined : await storedMembersPages?.find(key, templateFormOf(request));
    const page = known ?? found?.page ?? (await makeMembersPage(key));
    if (!isCached(page)) return sendRendering(page, request, response);
    try {
      const data = await members.loadData(member, page.template.sources, call);
      sendFilled(page, data, request, response);
    } finally {
      if (found) whenClosed(response, found.release);
    }
  }

  function serveMember(token: string, request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    let page = knownMembersPage(url, request);
    let key: PageKey | undefined;
    if (!page) {
      key = keyOf(url);
      // Only pages have slots. Other replies may differ for members, such as in the entity tag of an editable version.
      if (!key?.memberTags) return false;
      page = knownMembersPage(key.url, request);
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
      remaking?.add(dropped, tags);
      disk?.invalidate(tags);
    },
    close: () => remaking?.close(),
    stats: () => ({
      pages: sizeOf(pages.entries, stored, membersPages.entries, storedMembersPages),
      bytes: memory.bytes,
      renders: pages.begun + membersPages.begun,
      ...answered,
      diskHits: answered.diskHits + (storedMembersPages?.found ?? 0),
      get disk() {
        return disk?.stats();
      },
    }),
  };
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** Whether the guard must see the request: it checks tokens, and limits how often a client may give unknown ones. */
function hasTokenToCheck(
  { url = '', headers }: IncomingMessage,
  keyOf: (url: string) => PageKey | undefined,
): boolean {
  return headers.authorization !== undefined && keyOf(url)?.takesTokens === true;
}

/** Runs `done` when the reply's bytes have been handed to the system, or its connection is gone. */
function whenClosed(response: ServerResponse, done: () => void): void {
  if (response.closed || response.destroyed) done();
  else response.once('close', done);
}

function sizeOf(...holders: readonly ({ readonly size: number } | undefined)[]): number {
  return holders.reduce((sum, each) => sum + (each?.size ?? 0), 0);
}

/** Tells whether one of these holds a page in memory. */
function isHeldBy(...holders: readonly (Pick<Shelf<Page>, 'has'> | undefined)[]) {
  return (url: string) => holders.some((each) => each?.has(url));
}

/** Answers with 503 if rendering fails. */
function failing(onError: PageCacheOptions['onError']) {
  return (error: unknown, response: ServerResponse): void => {
    onError(error);
    endWithProblem(response, unavailable());
  };
}

/** Runs `check` once for all requests of one turn of the event loop, which all arrived before the check. */
function oncePerTurn(check: () => void): () => void {
  let checked: number | undefined;
  return () => {
    // Not `setImmediate`: a callback scheduled within one would run after the requests that arrive next.
    const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
    if (turn === checked) return;
    check();
    checked = turn;
  };
}
