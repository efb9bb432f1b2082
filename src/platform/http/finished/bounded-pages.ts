import type { Rendering, Variant } from './finished-page.ts';
import type { PageKey } from './page-key.ts';

export interface Page {
  readonly key: PageKey;
  readonly rendering: Rendering;
  readonly identity: Variant;
  brotli: Variant | undefined;
  isBrotliTried: boolean;
  bytes: number;
  /** Asked for since it was kept or last spared from being dropped. */
  isUsed: boolean;
}

/** Pages by the normal form of their URL, at most so many bytes; those that nobody asks for go first. */
export interface BoundedPages {
  readonly size: number;
  readonly bytes: number;
  /** The page, which then counts as used. */
  use(url: string): Page | undefined;
  keep(page: Page): void;
  /** Adds the compressed form, unless the page has gone meanwhile. */
  addBrotli(page: Page, brotli: Variant): void;
  dropWhere(isDropped: (page: Page) => boolean): void;
}

export function createBoundedPages(maxBytes: number): BoundedPages {
  /** The next to be dropped first; marking a used page is cheaper than moving it at every request. */
  const pages = new Map<string, Page>();
  let bytes = 0;

  function drop(page: Page): void {
    pages.delete(page.key.url);
    bytes -= page.bytes;
  }

  function put(page: Page, isUsed: boolean): void {
    page.isUsed = isUsed;
    pages.set(page.key.url, page);
    bytes += page.bytes;
  }

  function makeRoom(): void {
    for (const page of pages.values()) {
      if (bytes <= maxBytes) return;
      drop(page);
      // A second chance: it comes round again after all others.
      if (page.isUsed) put(page, false);
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
      if (page) page.isUsed = true;
      return page;
    },
    keep(page) {
      const replaced = pages.get(page.key.url);
      if (replaced) drop(replaced);
      put(page, false);
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
