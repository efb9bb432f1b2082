import fc from 'fast-check';
import { test } from 'vitest';
import { problem } from '../../../../platform/contract/problems.ts';
import type { Draft, DraftSave } from '../../draft-contract.ts';
import { holdsAfter, steps } from './testing-draft-steps.ts';
import { type DraftServer, DraftWorld } from './testing-drafts.ts';

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
      if (!follows(save)) throw problem('draft-saved-elsewhere');
      revisions += 1;
      const savedAt = new Date(revisions).toISOString();
      kept = { ...save, key: 'new', revision: `r${revisions}`, savedAt };
      return kept;
    },
    async discard(revision) {
      if (kept && kept.revision !== revision) throw problem('draft-saved-elsewhere');
      kept = null;
    },
    async publish(text, name, revision) {
      const { title } = text;
      if (published.has(name) && published.get(name) !== title) throw problem('key-used-already');
      published.set(name, title);
      if (kept?.revision === revision) kept = null;
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
    { numRuns: Number(process.env.RUNS ?? 1_000) },
  );
});
