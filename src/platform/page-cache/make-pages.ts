import { createEventLoopFairness } from '../http/ingress/event-loop-fairness.ts';
import type { BoundedMemory, CacheEntry, Shelf } from './bounded-memory.ts';
import {
  createPage,
  isCacheable,
  type MembersPage,
  membersPageOf,
  type Page,
  type Rendering,
} from './cached-page.ts';
import type { PageStore } from './disk/page-store.ts';
import type { PageKey } from './page-key.ts';
import {
  createRemaking,
  type DroppedPage,
  mostUsed,
  type RemakingClock,
  waitingMax,
} from './remaking.ts';
import { createSharedReplies, type SharedReplies } from './shared-replies.ts';
import { createSingleFlight } from './single-flight.ts';
import type { TemplateBinding } from './slots/stored-template.ts';
import { createTemplate } from './slots/template.ts';
import { createStoredMembersPages } from './stored-members-pages.ts';

/** Visitors without a session get one page, members another with slots. Neither is rendered for a single person. */
export type Audience = 'strangers' | 'members';

/** Dependencies of page rendering. */
export interface MakingOptions {
  /** A page store on the disk, which survives a restart. */
  readonly disk?: PageStore | undefined;
  /** Renders the reply to an address. It doesn't get the request, so the reply can't depend on it. */
  readonly render: (key: PageKey, audience: Audience, shared: SharedReplies) => Promise<Rendering>;
  /** The current binding that a members' page from the disk must match. */
  readonly bindingOf?: ((key: PageKey) => Promise<TemplateBinding>) | undefined;
  /** Calls `invalidate` for commits that have not been announced yet; synchronous. Throws if it can't know. */
  readonly checkForChanges: () => void;
  /** Enables background re-rendering of pages in use after a change; if absent, the next request renders them. */
  readonly remakingClock?: RemakingClock;
}

/** Whether the outcome is a cache entry. */
export function isCached<K extends object>(outcome: K | Rendering): outcome is K {
  return 'isUsed' in outcome;
}

function isUsedPage(entry: CacheEntry): entry is Page | MembersPage {
  return 'hits' in entry && (entry.hits as number) > 0;
}

/** Expiry in milliseconds since 1970 of a reply rendered at this time. */
function goodUntilOf({ goodFor }: PageKey): number {
  return goodFor === undefined ? Infinity : Date.now() + goodFor;
}

/** Renders each page once for all concurrent requests, and a few pages per turn of the event loop. */
export function createPageMaking(
  options: MakingOptions,
  memory: BoundedMemory,
  onMade: (page: Page) => void,
) {
  const { disk, bindingOf } = options;
  const storedMembersPages =
    disk && bindingOf && createStoredMembersPages(disk, bindingOf, memory.grow);
  const share = createEventLoopFairness();
  const replies = createSharedReplies(memory);
  const pages = createSingleFlight<Page, Page | Rendering>(memory, (outcome) =>
    isCached(outcome) ? outcome : undefined,
  );
  /** Pages that stay on the disk only. */
  const passing = new WeakSet<MembersPage>();
  const membersPages = createSingleFlight<MembersPage, MembersPage | Rendering>(
    memory,
    (outcome) =>
      isCached(outcome) && isCacheable(outcome.rendering) && !passing.has(outcome)
        ? outcome
        : undefined,
  );

  function render(key: PageKey, audience: Audience): Promise<Rendering> {
    return new Promise((resolve, reject) => {
      share(
        () => void options.render(key, audience, replies).then(resolve, reject),
        () => '',
      );
    });
  }

  return {
    pages,
    membersPages,
    replies,
    storedMembersPages,
    makePage: (key: PageKey) =>
      pages.make(key.url, key.tags, async () => {
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'strangers');
        if (!isCacheable(rendering)) return rendering;
        const page = await createPage(key, rendering, seen);
        onMade(page);
        return page;
      }),
    makeMembersPage: (key: PageKey) =>
      membersPages.make(key.url, key.memberTags, async () => {
        const found = await storedMembersPages?.find(key);
        if (found) {
          if (!memory.admits(found.bytes)) passing.add(found);
          return found;
        }
        const seen = { madeAt: Date.now(), goodUntil: goodUntilOf(key), floor: disk?.floor() };
        const rendering = await render(key, 'members');
        if (!rendering.template) return rendering;
        const template = await createTemplate(rendering.template, (bytes) =>
          memory.grow(page, bytes),
        );
        const page = membersPageOf(key, rendering, template, seen.goodUntil);
        if (isCacheable(rendering)) storedMembersPages?.keep(page, seen);
        return page;
      }),
  };
}

export type PageMaking = ReturnType<typeof createPageMaking>;

/** Re-renders the most used of the pages that a change has dropped; undefined if that is left to requests. */
export function createPageRemaking(
  { remakingClock, checkForChanges }: MakingOptions,
  keyOf: (url: string) => PageKey | undefined,
  { pages, membersPages, makePage, makeMembersPage }: PageMaking,
) {
  if (!remakingClock) return undefined;
  const remaking = createRemaking(remakingClock);

  function droppedPage(entry: Page | MembersPage): DroppedPage {
    const { key: url, hits } = entry;
    const isOfMembers = 'template' in entry;
    return {
      name: `${isOfMembers ? 'members' : 'strangers'} ${url}`,
      hits,
      async make() {
        checkForChanges();
        const { entries }: { readonly entries: Shelf<Page | MembersPage> } = isOfMembers
          ? membersPages
          : pages;
        const key = keyOf(url);
        if (!key || entries.has(url)) return;
        const outcome = await (isOfMembers ? makeMembersPage(key) : makePage(key));
        // Keeps half the hits, so that the page stays among the most used over a few changes.
        if (isCached(outcome)) outcome.hits += Math.floor(hits / 2);
      },
    };
  }

  return {
    add: (dropped: readonly CacheEntry[]) =>
      remaking.add(mostUsed(dropped.filter(isUsedPage), waitingMax).map(droppedPage)),
    close: () => remaking.close(),
  };
}
