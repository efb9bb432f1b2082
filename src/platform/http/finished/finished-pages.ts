import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../../contract/problems.ts';
import { endWithProblem } from '../raw-problem.ts';
import type { Spelling } from '../spelling.ts';
import { answerPage, answerRendering, wantsBrotli } from './answer-page.ts';
import { createBoundedPages, type Page } from './bounded-pages.ts';
import {
  brotliVariant,
  identityVariant,
  isCompressible,
  mayBeKept,
  type Rendering,
} from './finished-page.ts';
import { createPageKeys, type KeptAddress, type PageKey } from './page-key.ts';

export type { Rendering };

export interface FinishedPagesOptions {
  readonly addresses: readonly KeptAddress[];
  readonly spell: Spelling;
  /** Whether somebody who sends this `Cookie` may be a member, as far as that shows; linear in its length. */
  readonly mayBeMember: (cookie: string) => boolean;
  /** Most bytes kept; the pages that nobody asks for go first. */
  readonly maxBytes: number;
  /** Makes the reply to an address for somebody unknown. It gets nothing of the request, so it can't hold anything of it. */
  readonly render: (key: PageKey) => Promise<Rendering>;
  /** Calls `invalidate` for commits that nobody has told of yet; synchronous. Throws where it can't know. */
  readonly checkForChanges: () => void;
  /** Hears of renderings that failed, while the visitor gets a 503. */
  readonly onError: (error: unknown) => void;
}

export interface FinishedPagesStats {
  readonly pages: number;
  readonly bytes: number;
  readonly renders: number;
}

/** Finished replies to signed-out readers, kept in the process and answered ahead of the framework. */
export interface FinishedPages {
  /** Answers the request if its reply may be kept; false leaves it to the framework, untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for somebody who looked like a member and turned out to be none. */
  serveStranger(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether this is an address (path and query) whose reply may be kept. */
  isKept(url: string): boolean;
  /** Drops what was made from these tags; `'*'` drops everything. */
  invalidate(tags: readonly string[]): void;
  stats(): FinishedPagesStats;
}

interface Rendition {
  readonly key: PageKey;
  readonly outcome: Promise<Page | Rendering>;
  /** Something it is made from changed meanwhile: it may go to those who asked before, and to nobody else. */
  isOutdated: boolean;
}

/** What a kept page costs besides its body: key, headers, the objects that hold them. */
const overheadBytes = 2_048;

export function createFinishedPages(options: FinishedPagesOptions): FinishedPages {
  const keyOf = createPageKeys(options.addresses, options.spell);
  const pages = createBoundedPages(options.maxBytes);
  const renditions = new Map<string, Rendition>();
  const checkOnce = oncePerTurn(options.checkForChanges);
  let renders = 0;

  function startRendition(key: PageKey): Rendition {
    renders++;
    const rendition: Rendition = { key, outcome: make(key, options.render), isOutdated: false };
    renditions.set(key.url, rendition);
    const finish = (outcome?: Page | Rendering) => {
      if (renditions.get(key.url) === rendition) renditions.delete(key.url);
      if (outcome && isPage(outcome) && !rendition.isOutdated) pages.keep(outcome);
    };
    rendition.outcome.then(finish, () => finish());
    return rendition;
  }

  function answerWhenMade(
    rendition: Rendition,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    rendition.outcome.then(
      (outcome) => {
        if (isPage(outcome)) answerPage(outcome, request, response);
        else answerRendering(outcome, request, response);
      },
      (error: unknown) => {
        options.onError(error);
        endWithProblem(response, unavailable());
      },
    );
  }

  /** Compressed for the first who wants it; until it is ready, everybody gets it plain. */
  function compress(page: Page): void {
    page.isBrotliTried = true;
    if (!isCompressible(page.rendering)) return;
    brotliVariant(page.rendering, page.identity).then((brotli) => {
      if (brotli) pages.addBrotli(page, brotli);
    }, options.onError);
  }

  function serveStranger(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    try {
      checkOnce();
    } catch {
      // Nobody knows whether the pages still hold, so nobody gets one.
      return false;
    }
    // Most URLs are in their normal form already.
    let page = pages.use(url);
    if (!page) {
      const key = keyOf(url);
      if (!key) return false;
      page = pages.use(key.url);
      if (!page) {
        answerWhenMade(renditions.get(key.url) ?? startRendition(key), request, response);
        return true;
      }
    }
    if (!page.isBrotliTried && wantsBrotli(request)) compress(page);
    answerPage(page, request, response);
    return true;
  }

  return {
    serve(request, response) {
      const { cookie } = request.headers;
      if (cookie !== undefined && options.mayBeMember(cookie)) return false;
      return serveStranger(request, response);
    },
    serveStranger,
    isKept: (url) => keyOf(url) !== undefined,
    invalidate(tags) {
      const isTouched = ({ key }: Page | Rendition) =>
        tags.includes('*') || key.tags.some((tag) => tags.includes(tag));
      pages.dropWhere(isTouched);
      for (const rendition of renditions.values()) {
        if (!isTouched(rendition)) continue;
        rendition.isOutdated = true;
        renditions.delete(rendition.key.url);
      }
    },
    stats: () => ({ pages: pages.size, bytes: pages.bytes, renders }),
  };
}

async function make(
  key: PageKey,
  render: FinishedPagesOptions['render'],
): Promise<Page | Rendering> {
  const rendering = await render(key);
  if (!mayBeKept(rendering)) return rendering;
  const identity = identityVariant(rendering);
  const bytes = rendering.body.length + key.url.length + overheadBytes;
  return {
    key,
    rendering,
    identity,
    brotli: undefined,
    isBrotliTried: false,
    bytes,
    isUsed: false,
  };
}

function isPage(outcome: Page | Rendering): outcome is Page {
  return 'identity' in outcome;
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
