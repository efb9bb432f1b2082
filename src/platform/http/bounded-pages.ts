import type { Rendering, Variant } from './finished-page.ts';
import type { PageKey } from './page-key.ts';

export interface Page {
  readonly key: PageKey;
  readonly rendering: Rendering;
  readonly identity: Variant;
  brotli: Variant | undefined;
  isBrotliTried: boolean;
  bytes: number;
}

/** Pages by the normal form of their URL, at most so many bytes; those asked for longest ago go first. */
export interface BoundedPages {
  readonly size: number;
  readonly bytes: number;
  /** The page, which then counts as the one used last. */
  use(url: string): Page | undefined;
  keep(page: Page): void;
  /** Adds the compressed form, unless the page has gone meanwhile. */
  addBrotli(page: Page, brotli: Variant): void;
  dropWhere(isDropped: (page: Page) => boolean): void;
}

export function createBoundedPages(maxBytes: number): BoundedPages {
  /** In the order of use, the longest unused first. */
  const pages = new Map<string, Page>();
  let bytes = 0;
  let newest: Page | undefined;

  function drop(page: Page): void {
    pages.delete(page.key.url);
    bytes -= page.bytes;
    if (newest === page) newest = undefined;
  }

  function makeRoom(): void {
    for (const page of pages.values()) {
      if (bytes <= maxBytes) return;
      drop(page);
    }
  }

  return {
    get size() {
      return pages.size;
    },
    get bytes() {
      return bytes;
    },
    use(url) {
      const page = pages.get(url);
      if (page && page !== newest) {
        pages.delete(url);
        pages.set(url, page);
        newest = page;
      }
      return page;
    },
    keep(page) {
      const replaced = pages.get(page.key.url);
      if (replaced) drop(replaced);
      pages.set(page.key.url, page);
      bytes += page.bytes;
      newest = page;
      makeRoom();
    },
    addBrotli(page, brotli) {
      if (pages.get(page.key.url) !== page) return;
      page.brotli = brotli;
      page.bytes += brotli.body.length;
      bytes += brotli.body.length;
      makeRoom();
    },
    dropWhere(isDropped) {
      for (const page of pages.values()) {
        if (isDropped(page)) drop(page);
      }
    },
  };
}
