import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BoundedMemory, CacheEntry } from './bounded-memory.ts';
import {
  bytesOfForm,
  type Coding,
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
import { createRecentKeys } from './recent-keys.ts';
import { codingsOf, sendForm } from './send-page.ts';

/** Stored data of a variant besides its body. */
interface FormHead {
  readonly digest: string;
  /** Name, value, name, value: the headers that all variants share. */
  readonly headers: readonly string[];
}

/** A variant from the disk that is in memory since its second request. */
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
  /** Stores all variants of a page. */
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
  /** Answers with a variant from the disk. */
  send(key: PageKey, request: IncomingMessage, response: ServerResponse): boolean;
}

const nameOf = (coding: Coding, url: string) => `${coding} ${url}`;

function formOf(page: Page, coding: Coding, { body }: Variant): StoredForm {
  const { key, tags, madeAt, goodUntil, digest, rendering } = page;
  const head: FormHead = { digest, headers: lastingHeaders(rendering) };
  return { key: nameOf(coding, key), tags, madeAt, goodUntil, head, body };
}

function formsOf(page: Page, only?: Coding): readonly StoredForm[] {
  const variants = { br: page.brotli, gzip: page.gzip, identity: page.identity };
  return (Object.entries(variants) as [Coding, Variant | undefined][]).flatMap(
    ([coding, variant]) =>
      variant && (only === undefined || only === coding) ? [formOf(page, coding, variant)] : [],
  );
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

/** `takePage` gets a page without Brotli variant, which is then made in memory. */
export function createStoredPages(
  store: PageStore,
  memory: BoundedMemory,
  takePage: (page: Page) => void,
): StoredPages {
  const forms = memory.addShelf<FormEntry>();
  const recent = createRecentKeys();
  const onDisk = new WeakSet<Page>();

  function remember(name: string, url: string, found: FoundForm, coding: Coding): void {
    const { tags, goodUntil, head, body } = found;
    const { digest, headers } = head as FormHead;
    const bytes = bytesOfForm(name, body);
    if (!memory.admits(bytes)) return;
    const variant = variantOf(headers, digest, coding, compact(body));
    const about = { key: name, url, tags, goodUntil, digest, bytes };
    forms.keep({ ...about, variant, isUsed: false, hits: 1 });
  }

  function takeWhole({ url: key }: PageKey, packed: FoundForm): void {
    const plain = store.find(nameOf('identity', key));
    if (!plain) return;
    const { tags, goodUntil, madeAt, floor, head, body } = plain;
    if (memory.admits(bytesOfForm(key, body) + packed.body.length)) {
      const { digest, headers } = head as FormHead;
      const about = { key, tags, goodUntil, madeAt, floor, digest };
      const rendering = { status: 200, headers: headersFrom(headers), body: compact(body) };
      const page = pageOf(about, rendering, compact(packed.body));
      page.hits = 1;
      onDisk.add(page);
      takePage(page);
    }
    plain.release();
  }

  return {
    keep(page) {
      onDisk.add(page);
      store.keep(page.floor, () => formsOf(page));
    },
    keepBrotli(page) {
      if (onDisk.has(page)) store.keep(page.floor, () => formsOf(page, 'br'));
    },
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
      if (recent.note(name)) remember(name, url, found, coding);
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
        // Only from the second read on, so that a crawler doesn't displace frequently read pages.
        if (recent.note(name)) {
          if (coding === 'gzip' && best === 'br') takeWhole(key, found);
          else remember(name, key.url, found, coding);
        }
        sendFound(found, coding, request, response);
        return true;
      }
      return false;
    },
  };
}
