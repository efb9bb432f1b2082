import { z } from 'zod';
import { draftTextSchema } from '../../../common/contract.ts';

/** A tab's local copy of a text, until the server has it. */
const localCopySchema = z.object({
  text: draftTextSchema,
  /** Entity tag of the blog on which the text is based; null for a new blog. */
  baseTag: z.string().nullable(),
  /** The server's revision on which this text is based. */
  revision: z.string().nullable(),
  /** Idempotency key of a submission without a reply yet. */
  submissionKey: z.string().nullable(),
  savedAt: z.number(),
});
export type LocalCopy = z.output<typeof localCopySchema>;

/** The copy of the tab with the id `device`. */
export interface FoundCopy extends LocalCopy {
  readonly device: string;
}

export interface LocalCopies {
  /** False where the storage is full or disabled. */
  write(device: string, copy: LocalCopy): boolean;
  remove(device: string): void;
  /** Copies of tabs that were closed, crashed or lost their session; latest first. */
  left(): Promise<readonly FoundCopy[]>;
  /** Marks a copy as owned by a live tab, until the returned function is called. */
  hold(device: string): () => void;
}

/** The browser APIs in use. */
export interface Browser {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Web Locks end with their tab, even after a crash; undefined without https. */
  readonly navigator: { readonly locks?: Pick<LockManager, 'query' | 'request'> };
}

/** A local copy with the key of its draft. */
export interface KeptText extends FoundCopy {
  readonly draftKey: string;
}

function parse(json: string | null): LocalCopy | undefined {
  try {
    return localCopySchema.safeParse(JSON.parse(json ?? '')).data;
  } catch {
    return undefined;
  }
}

/** The copies whose names have this prefix, latest first. */
function copiesUnder(prefix: string, { localStorage }: Browser): readonly KeptText[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const [draftKey = '', device = ''] = name.split(':').slice(-2);
      const copy = parse(localStorage.getItem(name));
      return copy ? [{ ...copy, draftKey, device }] : [];
    })
    .sort((one, other) => other.savedAt - one.savedAt);
}

/** All local copies of a person's texts on the device, latest first; the server may lack them. */
export function textsOnDevice(
  personId: string,
  browser: Browser = globalThis,
): readonly KeptText[] {
  try {
    return copiesUnder(`draft:${personId}:`, browser);
  } catch {
    return [];
  }
}

/**
 * Texts in local storage: written synchronously, so that they survive a crash of the tab right after. Each tab has its
 * own copy, so that two tabs with the same blog don't overwrite each other.
 */
export function createLocalCopies(
  personId: string,
  target: string,
  browser: Browser = globalThis,
): LocalCopies {
  const prefix = `draft:${personId}:${target}:`;

  return {
    write(device, copy) {
      try {
        browser.localStorage.setItem(prefix + device, JSON.stringify(copy));
        return true;
      } catch {
        return false;
      }
    },
    remove(device) {
      try {
        browser.localStorage.removeItem(prefix + device);
      } catch {
        // Without storage there is nothing to remove.
      }
    },
    async left() {
      try {
        const { held = [] } = (await browser.navigator.locks?.query()) ?? {};
        const alive = new Set(held.map(({ name }) => name));
        return copiesUnder(prefix, browser).filter(({ device }) => !alive.has(prefix + device));
      } catch {
        return [];
      }
    },
    hold(device) {
      const { promise, resolve } = Promise.withResolvers<void>();
      void browser.navigator.locks?.request(prefix + device, () => promise);
      return resolve;
    },
  };
}
