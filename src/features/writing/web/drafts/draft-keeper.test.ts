import fc from 'fast-check';
import { test } from 'vitest';
import { categorySchema } from '../../../../blog/contract.ts';
import type { Member } from '../../../../identity/testing.ts';
import { keyUsedAlready, Problem } from '../../../../platform/contract/problems.ts';
import { testOn } from '../../../../storage/testing.ts';
import { addBlog } from '../../contract.ts';
import {
  type Draft,
  type DraftSave,
  discardDraft,
  draftSavedElsewhere,
  oneDraft,
  saveDraft,
} from '../../draft-contract.ts';
import { startBlogSite } from '../../server/testing-writing.ts';
import { holdsAfter, steps } from './testing-draft-steps.ts';
import { type DraftServer, DraftWorld } from './testing-drafts.ts';

/** Orders of up to 40 steps each, some 5 s in all. */
const modelRuns = 1_500;
const siteRuns = 15;

/** The rules of `draft-store.ts`, in memory. */
function modelServer(): DraftServer {
  let kept: (Draft & { readonly sequence: number }) | null = null;
  let revisions = 0;
  const published = new Map<string, string>();

  function follows(save: DraftSave): boolean {
    if (!kept) return save.revision === null;
    if (kept.revision === save.revision) return true;
    return kept.device === save.device && kept.sequence <= save.sequence;
  }
  function isKept({ device, sequence, text, baseTag }: DraftSave): boolean {
    if (!kept) return false;
    if (kept.text.title === text.title && kept.baseTag === baseTag) return true;
    return kept.device === device && kept.sequence > sequence;
  }

  return {
    load: async () => kept,
    async save(save) {
      if (kept && isKept(save)) return kept;
      if (!follows(save)) throw draftSavedElsewhere();
      revisions += 1;
      const savedAt = new Date(revisions).toISOString();
      kept = { ...save, key: 'new', revision: `r${revisions}`, savedAt };
      return kept;
    },
    async discard(revision) {
      if (kept && kept.revision !== revision) throw draftSavedElsewhere();
      kept = null;
    },
    async publish(text, name, revision) {
      const { title } = text;
      if (published.has(name) && published.get(name) !== title) throw keyUsedAlready();
      published.set(name, title);
      if (kept?.revision === revision) kept = null;
    },
  };
}

/** The site itself, over the network. */
function siteServer({ call }: Member): DraftServer {
  const params = { key: 'new' } as const;
  return {
    async load() {
      try {
        return (await call(oneDraft, { params })).body;
      } catch (error) {
        if (error instanceof Problem && error.code === 'draft-not-found') return null;
        throw error;
      }
    },
    save: async (body) => (await call(saveDraft, { params, body })).body,
    async discard(revision) {
      await call(discardDraft, { params, query: { revision } });
    },
    async publish({ category, ...text }, name, revision) {
      const draft = revision === null ? undefined : { ...params, revision };
      const body = { ...text, category: categorySchema.parse(category), draft };
      await call(addBlog, { body }, { 'idempotency-key': name });
    },
  };
}

test.each([
  ['browsers that know which tabs live', true],
  ['browsers that do not', false],
])('whatever happens, no text is lost and nothing is claimed: %s', async (_, hasLocks) => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await holdsAfter(all, new DraftWorld(modelServer(), { hasLocks }));
    }),
    { numRuns: modelRuns },
  );
});

testOn('sqlite', 'nor is it on the site itself', async ({ storage }) => {
  const site = await startBlogSite(storage);
  let people = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      people += 1;
      const member = await site.member(`Ada ${people}`);
      await holdsAfter(all, new DraftWorld(siteServer(member), { hasLocks: true }));
    }),
    { numRuns: siteRuns },
  );
});
