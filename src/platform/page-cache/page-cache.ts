import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../contract/problems.ts';
import type { CallRequest } from '../http/answers/answers.ts';
import type { CanonicalPath } from '../http/canonical-path.ts';
import { endWithProblem } from '../http/raw-problem.ts';
import { createLoopShare } from '../http/way-in/loop-share.ts';
import { type BoundedMemory, createBoundedMemory } from './bounded-memory.ts';
import {
  brotliVariant,
  createPage,
  isCacheable,
  type MembersPage,
  membersPageOf,
  type Page,
  type Rendering,
} from './cached-page.ts';
import { type CachedAddress, createPageKeys, type PageKey } from './page-key.ts';
import { sendFilled, sendPage, sendRendering, takesBrotli } from './send-page.ts';
import { createSingleFlight } from './single-flight.ts';
import { createMembers, type MemberSource } from './slots/members.ts';
import { createTemplate } from './slots/template.ts';

export type { Rendering };

/** Whom a page is made for; nobody in particular, whoever asks. */
export type Audience = 'strangers' | 'members';

export interface PageCacheOptions {
  readonly addresses: readonly CachedAddress[];
  readonly canonicalPath: CanonicalPath;
  readonly members: MemberSource;
  /** Most bytes kept of pages, and of what fills them; what nobody asks for goes first. */
  readonly maxBytes: number;
  /** Makes the reply to an address. It gets nothing of the request, so it can't hold anything of it. */
  readonly render: (key: PageKey, audience: Audience) => Promise<Rendering>;
  /** What of a request a call is made with in its name. */
  readonly callRequestOf: (request: IncomingMessage) => CallRequest;
  /** Calls `invalidate` for commits that nobody has told of yet; synchronous. Throws where it can't know. */
  readonly checkForChanges: () => void;
  /** Hears of renderings that failed, while the visitor gets a 503. */
  readonly onError: (error: unknown) => void;
}

export interface PageCacheStats {
  readonly pages: number;
  readonly bytes: number;
  readonly renders: number;
  /** Requests that were answered from what is kept: to strangers, and filled in for members. */
  readonly hits: number;
  readonly fills: number;
  /** Requests for what might have been kept, and for which something had to be made or looked up first. */
  readonly misses: number;
}

/**
 * Finished replies, kept in the process and answered ahead of the framework: the same bytes for all strangers, and for
 * members the bytes of a page that all of them share, with what is theirs filled in.
 */
export interface PageCache {
  /** Answers the request if its reply may be kept; false leaves it to the framework, untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for somebody who looked like a member and turned out to be none. */
  serveStranger(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether this is an address (path and query) whose reply may be kept. */
  isCached(url: string): boolean;
  /** Drops what was made from these tags; `'*'` drops everything. */
  invalidate(tags: readonly string[]): void;
  stats(): PageCacheStats;
}

function isCached<K extends object>(outcome: K | Rendering): outcome is K {
  return 'isUsed' in outcome;
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { onError } = options;
  const share = createLoopShare();
  const keyOf = createPageKeys(options.addresses, options.canonicalPath);
  const memory = createBoundedMemory(options.maxBytes);
  const pages = createSingleFlight<Page, Page | Rendering>(memory, (outcome) =>
    isCached(outcome) ? outcome : undefined,
  );
  const membersPages = createSingleFlight<MembersPage, MembersPage | Rendering>(
    memory,
    (outcome) => (isCached(outcome) && isCacheable(outcome.rendering) ? outcome : undefined),
  );
  const members = createMembers(options.members, memory);
  const answered = { hits: 0, fills: 0, misses: 0 };
  const checkOnce = oncePerTurn(options.checkForChanges);
  const addBrotli = brotliInTurn(memory, onError);
  const fail = failing(onError);

  /** Pages are rendered a few a turn, however many different ones are asked for at once. */
  function render(key: PageKey, audience: Audience): Promise<Rendering> {
    return new Promise((resolve, reject) => {
      share(
        () => void options.render(key, audience).then(resolve, reject),
        () => '',
      );
    });
  }

  async function makePage(key: PageKey): Promise<Page | Rendering> {
    const rendering = await render(key, 'strangers');
    return isCacheable(rendering) ? createPage(key, rendering) : rendering;
  }

  async function makeMembersPage(key: PageKey): Promise<MembersPage | Rendering> {
    const rendering = await render(key, 'members');
    if (!rendering.template) return rendering;
    const template = await createTemplate(rendering.template, (bytes) => memory.grow(page, bytes));
    const page = membersPageOf(key, rendering, template);
    return page;
  }

  function answerStranger(
    page: Page | undefined,
    key: PageKey | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (page) {
      answered.hits += 1;
      if (!page.isBrotliTried && takesBrotli(request)) addBrotli(page);
      sendPage(page, request, response);
      return true;
    }
    if (!key) return false;
    answered.misses += 1;
    pages
      .make(key.url, key.tags, () => makePage(key))
      .then(
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
      // Nobody knows whether the pages still hold, so nobody gets one.
      return false;
    }
  }

  function serveStranger(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    // Most URLs are in their normal form already.
    const page = pages.kept.use(url);
    if (page) return answerStranger(page, undefined, request, response);
    const key = keyOf(url);
    return answerStranger(key && pages.kept.use(key.url), key, request, response);
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
      // What somebody sends whose session has ended, or was made up, makes no work.
      options.checkForChanges();
      answerStranger(pages.kept.use(key.url), key, request, response);
      return;
    }
    answered.misses += 1;
    const page =
      membersPages.kept.use(key.url) ??
      (await membersPages.make(key.url, key.memberTags, () => makeMembersPage(key)));
    if (!isCached(page)) return sendRendering(page, request, response);
    const data = await members.loadData(member, page.template.sources, call);
    sendFilled(page, data, request, response);
  }

  function serveMember(token: string, request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    let page = membersPages.kept.use(url);
    let key: PageKey | undefined;
    if (!page) {
      key = keyOf(url);
      // What isn't a page may be answered a member otherwise, such as with the tag of a version to be changed.
      if (!key?.memberTags) return false;
      page = membersPages.kept.use(key.url);
    }
    const member = page && members.known(token);
    const data = page && member && members.knownData(member, page.template.sources);
    if (data) {
      answered.fills += 1;
      sendFilled(page as MembersPage, data, request, response);
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
    isCached: (url) => keyOf(url) !== undefined,
    invalidate(tags) {
      memory.dropTagged(tags);
      for (const made of [pages, membersPages, members]) made.outdate(tags);
    },
    stats: () => ({
      pages: pages.kept.size + membersPages.kept.size,
      bytes: memory.bytes,
      renders: pages.begun + membersPages.begun,
      ...answered,
    }),
  };
}

/** Answers with 503 what could not be made. */
function failing(onError: PageCacheOptions['onError']) {
  return (error: unknown, response: ServerResponse): void => {
    onError(error);
    endWithProblem(response, unavailable());
  };
}

/**
 * Adds a page's Brotli form, one page after the other: each takes a thread for 10 ms, and memory. Made when the first
 * asks who takes it; until it is ready, they get gzip.
 */
function brotliInTurn(
  memory: BoundedMemory,
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
      })
      .catch(onError);
  };
}

/** Runs `check` for the first of all requests that one turn of the event loop brings: they came before it began. */
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
