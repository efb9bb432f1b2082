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
interface FormEntry extends CacheEntry {
  readonly variant: Variant;
  readonly digest: string;
}

/** Strangers' pages on the disk. */
export interface StoredPages {
  /** Stores all variants of a page, or one. */
  keep(page: Page, coding?: Coding): void;
  /** Answers with a variant in memory, looked up by the request's URL. */
  sendKnown(url: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with a variant from the disk. */
  send(key: PageKey, request: IncomingMessage, response: ServerResponse): boolean;
}

const nameOf = (coding: Coding, url: string) => `${coding} ${url}`;

function formOf(page: Page, coding: Coding, { body }: Variant): StoredForm {
  const { key, tags, madeAt, goodUntil, digest, rendering } = page;
  const head: FormHead = { digest, headers: lastingHeaders(rendering) };
  return { key: nameOf(coding, key), tags, madeAt, goodUntil, head, body };
}

function formsOf(page: Page, only: Coding | undefined): readonly StoredForm[] {
  const variants = { br: page.brotli, gzip: page.gzip, identity: page.identity };
  return (Object.entries(variants) as [Coding, Variant | undefined][]).flatMap(
    ([coding, variant]) =>
      variant && (only === undefined || only === coding) ? [formOf(page, coding, variant)] : [],
  );
}

function variantFrom({ head, body }: FoundForm, coding: Coding): Variant {
  const { digest, headers } = head as FormHead;
  return variantOf(headers, digest, coding, body);
}

/** `takePage` gets a page without Brotli variant, which is then made in memory. */
export function createStoredPages(
  store: PageStore,
  memory: BoundedMemory,
  takePage: (page: Page) => void,
): StoredPages {
  const forms = memory.addShelf<FormEntry>();
  const recent = createRecentKeys();

  /** Only from the second read on, so that a crawler doesn't displace frequently read pages. */
  function remember(name: string, found: FoundForm, variant: Variant): void {
    if (!recent.note(name)) return;
    const { tags, goodUntil, head } = found;
    const { digest } = head as FormHead;
    const bytes = bytesOfForm(name, found.body);
    if (!memory.admits(bytes)) return;
    const own = { ...variant, body: compact(found.body) };
    forms.keep({ key: name, tags, goodUntil, digest, variant: own, bytes, isUsed: false });
  }

  function takeWhole(key: PageKey, packed: FoundForm): void {
    const plain = store.find(nameOf('identity', key.url));
    if (!plain) return;
    const { tags, goodUntil, madeAt, floor, head, body } = plain;
    const { digest, headers } = head as FormHead;
    const rendering = { status: 200, headers: headersFrom(headers), body: compact(body) };
    plain.release();
    takePage(
      pageOf(
        { key: key.url, tags, goodUntil, madeAt, floor, digest },
        rendering,
        compact(packed.body),
      ),
    );
  }

  return {
    keep(page, coding) {
      store.keep(page.floor, () => formsOf(page, coding));
    },
    sendKnown(url, request, response) {
      const [coding = 'identity'] = codingsOf(request);
      const known = forms.use(nameOf(coding, url));
      if (!known) return false;
      sendForm(known.variant, known.digest, request, response);
      return true;
    },
    send(key, request, response) {
      const wanted = codingsOf(request);
      for (const coding of wanted) {
        const found = store.find(nameOf(coding, key.url));
        if (!found) continue;
        const variant = variantFrom(found, coding);
        if (coding === 'gzip' && wanted[0] === 'br') takeWhole(key, found);
        else remember(nameOf(wanted[0] ?? coding, key.url), found, variant);
        sendForm(variant, (found.head as FormHead).digest, request, response);
        // By then the body has been handed to the system.
        response.once('close', found.release);
        return true;
      }
      return false;
    },
  };
}
