import type { CacheEntry } from './bounded-memory.ts';
import { headersFrom, lastingHeaders, type MembersPage, membersPageOf } from './cached-page.ts';
import type { Floor, PageStore } from './disk/page-store.ts';
import type { PageKey } from './page-key.ts';
import { readTemplate, type TemplateBinding, writeTemplate } from './slots/stored-template.ts';

/** State at the time of the rendering, and its expiry. */
interface Seen {
  readonly madeAt: number;
  readonly goodUntil: number;
  readonly floor: Floor | undefined;
}

/** Templates of members' pages on the disk. */
export interface StoredMembersPages {
  /** Number of templates found. */
  readonly found: number;
  keep(page: MembersPage, seen: Seen): void;
  /** Resolves to undefined if no template is stored, or if it doesn't fit the page's current code. */
  find(key: PageKey): Promise<MembersPage | undefined>;
}

const nameOf = (url: string) => `members ${url}`;

export function createStoredMembersPages(
  store: PageStore,
  bindingOf: (key: PageKey) => Promise<TemplateBinding>,
  grow: (page: CacheEntry, bytes: number) => void,
): StoredMembersPages {
  let count = 0;

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
      const found = store.find(nameOf(key.url));
      if (!found) return undefined;
      const template = await bindingOf(key)
        .then((binding) => readTemplate(found.body, binding, (bytes) => grow(page, bytes)))
        // The template holds a copy of the body.
        .finally(found.release);
      if (!template) return undefined;
      const headers = headersFrom(found.head as readonly string[]);
      const rendering = { status: 200, headers, body: Buffer.alloc(0) };
      const page = membersPageOf(key, rendering, template, found.goodUntil);
      count += 1;
      return page;
    },
  };
}
