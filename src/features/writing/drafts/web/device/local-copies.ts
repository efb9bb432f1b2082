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
  /** Milliseconds since 1970. */
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

/** The Web Locks of this site, which end with their tab however it ends; missing where a site isn't reached by https. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

function parse(json: string | null): LocalCopy | undefined {
  try {
    return localCopySchema.safeParse(JSON.parse(json ?? '')).data;
  } catch {
    return undefined;
  }
}

/** What tabs kept of a text, with the key of its draft. */
export interface KeptText extends FoundCopy {
  readonly draftKey: string;
}

/** All that is on the device of a person's texts, the latest first: what the server may lack. */
export function textsOnDevice(personId: string): readonly KeptText[] {
  const prefix = `draft:${personId}:`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const [draftKey = '', device = ''] = key.slice(prefix.length).split(':');
        const copy = parse(localStorage.getItem(key));
        return copy ? [{ ...copy, draftKey, device }] : [];
      })
      .sort((one, other) => other.savedAt - one.savedAt);
  } catch {
    return [];
  }
}

/**
 * Texts in the browser's local storage: written at once, so that they are there when a tab dies right after. Each tab
 * has its own, so that two which write the same blog don't take each other's words away.
 */
export function createLocalCopies(personId: string, target: string): LocalCopies {
  const prefix = `draft:${personId}:${target}:`;

  return {
    write(device, copy) {
      try {
        localStorage.setItem(prefix + device, JSON.stringify(copy));
        return true;
      } catch {
        return false;
      }
    },
    remove(device) {
      try {
        localStorage.removeItem(prefix + device);
      } catch {
        // Where nothing can be kept, nothing is there.
      }
    },
    async left() {
      try {
        const { held = [] } = (await locks()?.query()) ?? {};
        const isAlive = (key: string) => held.some(({ name }) => name === key);
        return Object.keys(localStorage)
          .filter((key) => key.startsWith(prefix) && !isAlive(key))
          .flatMap((key) => {
            const copy = parse(localStorage.getItem(key));
            return copy ? [{ ...copy, device: key.slice(prefix.length) }] : [];
          })
          .sort((one, other) => other.savedAt - one.savedAt);
      } catch {
        return [];
      }
    },
    hold(device) {
      const { promise, resolve } = Promise.withResolvers<void>();
      void locks()?.request(prefix + device, () => promise);
      return resolve;
    },
  };
}
