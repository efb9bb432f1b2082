import type { BoundedMemory, Shelf } from './bounded-memory.ts';
import { headersFrom, lastingHeaders, type MembersPage, membersPageOf } from './cached-page.ts';
import type { Floor, FoundForm, PageStore } from './disk/page-store.ts';
import { compact } from './gzip-pieces.ts';
import type { PageKey } from './page-key.ts';
import { readTemplate, type TemplateBinding, writeTemplate } from './slots/stored-template.ts';
import type { PersonalData } from './slots/template-markup.ts';

/** State at the time of the rendering, and its expiry. */
interface Seen {
  readonly madeAt: number;
  readonly goodUntil: number;
  readonly floor: Floor | undefined;
}

/** What a page's code binds to its stored template. */
export interface PageBinding {
  /** All personal queries of the page, and the viewer; in any order. */
  readonly sources: readonly PersonalData[];
  readonly readerOf: TemplateBinding['readerOf'];
}

/** A page from the disk. */
export interface FoundMembersPage {
  readonly page: MembersPage;
  /** Call it when the page has been sent: its bytes may be overwritten. */
  release(): void;
}

/** Templates of members' pages on the disk. */
export interface StoredMembersPages {
  /** Number of templates found. */
  readonly found: number;
  keep(page: MembersPage, seen: Seen): void;
  /** Resolves to undefined if no template is stored, or if it doesn't fit the page's current code. */
  find(key: PageKey): Promise<FoundMembersPage | undefined>;
}

const nameOf = (url: string) => `members ${url}`;
const noBody = Buffer.alloc(0);
/** Maximum number of known sources; few pages have any that name their subject. */
const sourcesMax = 1_000;

/** `entries` gets the pages that memory has room for. */
export function createStoredMembersPages(
  store: PageStore,
  bindingOf: (key: PageKey) => Promise<PageBinding>,
  memory: BoundedMemory,
  entries: Shelf<MembersPage>,
): StoredMembersPages {
  let count = 0;
  /** The sources of pages so far: to route a page for them takes longer than to read it. */
  const sources = new Map<string, PersonalData>();
  let readerOf: TemplateBinding['readerOf'] = () => undefined;

  async function learn(key: PageKey): Promise<void> {
    const binding = await bindingOf(key);
    readerOf = binding.readerOf;
    if (sources.size > sourcesMax) sources.clear();
    for (const source of binding.sources) sources.set(source.name, source);
  }

  function pageFrom(key: PageKey, { head, goodUntil }: FoundForm, body: Buffer) {
    const binding = { sourceOf: (name: string) => sources.get(name), readerOf };
    const template = readTemplate(body, binding, (bytes) => page && memory.grow(page, bytes));
    if (!template) return undefined;
    const headers = headersFrom(head as readonly string[]);
    const rendering = { status: 200, headers, body: noBody };
    const page: MembersPage = membersPageOf(key, rendering, template, goodUntil);
    return page;
  }

  /** A page for one reply, or for more if memory has room for it. */
  function take(key: PageKey, found: FoundForm): FoundMembersPage | undefined {
    const isKept = memory.admits(found.body.length);
    const page = pageFrom(key, found, isKept ? compact(found.body) : found.body);
    if (!page) return undefined;
    count += 1;
    if (!isKept) return { page, release: found.release };
    entries.keep(page);
    found.release();
    return { page, release() {} };
  }

  return {
    get found() {
      return count;
    },
    keep({ key, tags, rendering, template }, { floor, madeAt, goodUntil }) {
      store.keep(floor, () => {
        const head = lastingHeaders(rendering);
        const body = writeTemplate(template);
        return [{ key: nameOf(key), tags, madeAt, goodUntil, head, body }];
      });
    },
    async find(key) {
      const name = nameOf(key.url);
      let found = store.findAgain(name) ?? store.find(name);
      if (!found) return undefined;
      const taken = take(key, found);
      if (taken) return taken;
      found.release();
      await learn(key);
      // Found again: it may have become invalid meanwhile.
      found = store.find(name);
      const bound = found && take(key, found);
      if (!bound) found?.release();
      return bound;
    },
  };
}
