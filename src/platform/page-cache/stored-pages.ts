import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Coding, codings } from './accept-encoding.ts';
import type { BoundedMemory, CacheEntry, Shelf } from './bounded-memory.ts';
import {
  bytesOfForm,
  formIn,
  headersFrom,
  lastingHeaders,
  type Page,
  pageOf,
  type Variant,
  variantOf,
  variantOnceOf,
} from './cached-page.ts';
import type { FoundForm, PageStore, StoredForm } from './disk/page-store.ts';
import { compact } from './gzip-pieces.ts';
import type { PageKey } from './page-key.ts';
import { codingsOf, sendForm } from './send-page.ts';

/** Stored data of a variant besides its body. */
interface FormHead {
  readonly digest: string;
  /** Name, value, name, value: the headers that all variants share. */
  readonly headers: readonly string[];
}

/** A variant that the disk has as well. */
export interface FormEntry extends CacheEntry {
  /** The page's canonical URL. */
  readonly url: string;
  readonly variant: Variant;
  readonly digest: string;
  /** Requests answered with it, without the first. */
  hits: number;
}

/** Strangers' pages on the disk. */
export interface StoredPages {
  /** Number of variants in memory. */
  readonly size: number;
  /** Stores all variants of a page. Memory then holds those that were asked for, in its place. */
  keep(page: Page): void;
  /** Stores the Brotli variant of a page whose other variants were stored. */
  keepBrotli(page: Page): void;
  /**
   * Answers with a variant in memory, or one from the disk that was read before, looked up by the request's URL: only a
   * canonical one has any. Returns what to count.
   */
  sendKnown(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): 'hits' | 'diskHits' | undefined;
  /** Whether a variant is in memory, without marking it as used. */
  has(url: string): boolean;
  /** Answers with a variant from the disk. */
  send(key: PageKey, request: IncomingMessage, response: ServerResponse): boolean;
}

const nameOf = (coding: Coding, url: string) => `${coding} ${url}`;

function formOf(page: Page, coding: Coding, { body }: Variant): StoredForm {
  const { key, tags, madeAt, goodUntil, digest, rendering } = page;
  const head: FormHead = { digest, headers: lastingHeaders(rendering) };
  return { key: nameOf(coding, key), tags, madeAt, goodUntil, head, body };
}

function formsOf(page: Page, of: readonly Coding[]): readonly StoredForm[] {
  return of.flatMap((coding) => {
    const variant = formIn(page, coding);
    return variant ? [formOf(page, coding, variant)] : [];
  });
}

function sendFound(
  { head, body, release }: FoundForm,
  coding: Coding,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { digest, headers } = head as FormHead;
  sendForm(variantOnceOf(headers, digest, coding, body), digest, request, response);
  // By then the body has been handed to the system.
  response.once('close', release);
}

/**
 * `pages` are the pages in memory with all of their variants, by their canonical URLs. `addBrotli` makes the Brotli
 * variant of one.
 */
export function createStoredPages(
  store: PageStore,
  memory: BoundedMemory,
  pages: Shelf<Page>,
  addBrotli: (page: Page) => void,
): StoredPages {
  const forms = memory.addShelf<FormEntry>();
  const onDisk = new WeakSet<Page>();

  /** Replaces a page in memory by its variants that were asked for. Nobody has asked for one that was made in advance. */
  function split(page: Page): void {
    // Its Brotli variant will be made of it.
    const isWaiting = page.askedFor.br && page.gzip && !page.brotli;
    if (!memory.holds(page) || isWaiting) return;
    pages.drop(page);
    const { key: url, tags, goodUntil, digest, hits } = page;
    const asked = codings.filter((coding) => page.askedFor[coding]);
    for (const coding of asked.length > 0 ? asked : codings.slice(1, 2)) {
      const key = nameOf(coding, url);
      // What is too small to be compressed has one variant, for all codings.
      const variant = page.gzip ? formIn(page, coding) : page.identity;
      if (!variant) continue;
      const bytes = bytesOfForm(key, variant.body);
      forms.keep({ key, url, tags, goodUntil, digest, hits, variant, bytes });
    }
  }

  function remember(name: string, url: string, found: FoundForm, coding: Coding): void {
    const { tags, goodUntil, head, body } = found;
    const { digest, headers } = head as FormHead;
    const bytes = bytesOfForm(name, body);
    if (!memory.admits(url, bytes)) return;
    const variant = variantOf(headers, digest, coding, compact(body));
    const about = { key: name, url, tags, goodUntil, digest, bytes };
    forms.keep({ ...about, variant, hits: 1 });
  }

  function gzipOf({ url }: PageKey, coding: Coding, found: FoundForm): FoundForm | undefined {
    return coding === 'gzip' ? found : store.find(nameOf('gzip', url));
  }

  /** Takes a page into memory whose Brotli variant the disk lacks: it is made there. */
  function takeWhole({ url: key }: PageKey, packed: FoundForm): void {
    const plain = store.find(nameOf('identity', key));
    if (!plain) return;
    const { tags, goodUntil, madeAt, floor, head, body } = plain;
    if (memory.hasPlaceFor(key, bytesOfForm(key, body) + packed.body.length)) {
      const { digest, headers } = head as FormHead;
      const about = { key, tags, goodUntil, madeAt, floor, digest };
      const rendering = { status: 200, headers: headersFrom(headers), body: compact(body) };
      const page = pageOf(about, rendering, compact(packed.body));
      page.hits = 1;
      page.askedFor.br = true;
      onDisk.add(page);
      pages.keep(page);
      addBrotli(page);
    }
    plain.release();
  }

  return {
    get size() {
      return forms.size;
    },
    keep(page) {
      onDisk.add(page);
      store.keep(
        page.floor,
        () => formsOf(page, codings),
        () => split(page),
      );
    },
    keepBrotli(page) {
      if (!onDisk.has(page)) return;
      store.keep(
        page.floor,
        () => formsOf(page, ['br']),
        () => split(page),
      );
    },
    has: (url) => codings.some((coding) => forms.has(nameOf(coding, url))),
    sendKnown(url, request, response) {
      const [coding = 'identity'] = codingsOf(request);
      const name = nameOf(coding, url);
      const known = forms.use(name);
      if (known) {
        known.hits += 1;
        sendForm(known.variant, known.digest, request, response);
        return 'hits';
      }
      const found = store.findAgain(name);
      if (!found) return undefined;
      remember(name, url, found, coding);
      sendFound(found, coding, request, response);
      return 'diskHits';
    },
    send(key, request, response) {
      const wanted = codingsOf(request);
      const [best = 'identity'] = wanted;
      const name = nameOf(best, key.url);
      for (const coding of wanted) {
        const found = store.find(nameOf(coding, key.url));
        if (!found) continue;
        // Whoever accepts Brotli alone gets the plain form, which isn't the smallest one for others who accept it.
        const isSmallest = best !== 'br' || coding === 'br';
        const packed = isSmallest ? undefined : gzipOf(key, coding, found);
        if (!packed) remember(name, key.url, found, coding);
        else if (memory.admits(key.url, packed.body.length)) takeWhole(key, packed);
        if (packed !== found) packed?.release();
        sendFound(found, coding, request, response);
        return true;
      }
      return false;
    },
  };
}
