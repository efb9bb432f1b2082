import { z } from 'zod';
import { draftTextSchema } from '../../../common/contract.ts';

/** What a tab keeps of a text on the device until the server has it. */
const localCopySchema = z.object({
  text: draftTextSchema,
  /** Entity tag of the blog that the text was begun from; null for a new blog. */
  baseTag: z.string().nullable(),
  /** The draft on the server that this text follows. */
  revision: z.string().nullable(),
  /** Name of a submission whose answer hasn't come. */
  submissionKey: z.string().nullable(),
  savedAt: z.number(),
});
export type LocalCopy = z.output<typeof localCopySchema>;

/** The copy of one tab, which `device` names. */
export interface FoundCopy extends LocalCopy {
  readonly device: string;
}

export interface LocalCopies {
  /** False where the browser has no room for it, or lets nothing be kept. */
  write(device: string, copy: LocalCopy): boolean;
  remove(device: string): void;
  /** Copies of tabs that were closed, crashed or lost their session; the latest first. */
  left(): Promise<readonly FoundCopy[]>;
  /** Marks a copy as that of a living tab, until what is returned is called. */
  hold(device: string): () => void;
}

/** What is used of a browser. */
export interface Browser {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Web Locks end with their tab however it ends; missing where a site isn't reached by https. */
  readonly navigator: { readonly locks?: Pick<LockManager, 'query' | 'request'> };
}

/** What tabs kept of a text, with the key of its draft. */
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

/** The copies whose names begin so, the latest first. */
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

/** All that is on the device of a person's texts, the latest first: what the server may lack. */
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
 * Texts in the browser's local storage: written at once, so that they are there when a tab dies right after. Each tab
 * has its own, so that two which write the same blog don't take each other's words away.
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
        // Where nothing can be kept, nothing is there.
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
