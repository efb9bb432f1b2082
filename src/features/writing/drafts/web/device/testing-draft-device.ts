import type { DraftText } from '../../../common/contract.ts';
import { emptyText } from '../../../common/web/draft-text.ts';
import { type Browser, createLocalCopies, type KeptText, textsOnDevice } from './local-copies.ts';

/** `full`: stored items can be overwritten, but not added. */
export type Room = 'enough' | 'full' | 'none';

/** A device: whether it has locks and a network, and how much storage is left. */
export class Device {
  readonly hasLocks: boolean;
  isOnline = true;
  room: Room = 'enough';
  readonly #browser: Browser;

  constructor({ hasLocks }: { readonly hasLocks: boolean }) {
    this.hasLocks = hasLocks;
    this.#browser = {
      localStorage: this.#storage(),
      navigator: hasLocks ? { locks: locks() } : {},
    };
  }

  /** The local copies of a new tab for the one draft. */
  copies() {
    return createLocalCopies('ada', 'new', this.#browser);
  }

  /** The texts stored by all its tabs. */
  kept(): readonly KeptText[] {
    return textsOnDevice('ada', this.#browser);
  }

  /** As in browsers, stored items are properties of the storage object. */
  #storage(): Browser['localStorage'] {
    const items: Record<string, string> & Browser['localStorage'] = Object.create({
      getItem: (name: string) => items[name] ?? null,
      setItem: (name: string, value: string) => {
        const hasRoom = this.room === 'enough' || (this.room === 'full' && name in items);
        if (!hasRoom) throw new Error('QuotaExceededError');
        items[name] = value;
      },
      removeItem: (name: string) => {
        delete items[name];
      },
    });
    return items;
  }
}

/** A lock manager whose locks are held until their callback has ended. */
function locks() {
  const names = new Set<string>();
  return {
    query: async () => ({ held: [...names].map((name) => ({ name })) }),
    async request(name: string, hold: () => Promise<void>) {
      names.add(name);
      await hold();
      names.delete(name);
    },
  } as Pick<LockManager, 'query' | 'request'>;
}

/** A complete text identified by its title; the empty form for an empty title. */
export function textOf(title: string): DraftText {
  if (title === '') return emptyText;
  return {
    ...emptyText,
    title,
    imageUrl: '/images/a.webp',
    category: 'Travel',
    shortDescription: 'Short.',
    longDescription: 'Long.',
  };
}
