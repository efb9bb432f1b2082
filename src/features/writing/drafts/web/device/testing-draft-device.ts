import type { DraftText } from '../../../common/contract.ts';
import { emptyText } from '../../../common/web/draft-text.ts';
import type { FoundCopy, LocalCopies, LocalCopy } from './local-copies.ts';

/** `full`: what is there can be overwritten, and nothing new comes in. */
export type Room = 'enough' | 'full' | 'none';

/** A browser: what its tabs keep, whether it has a network and how much room. */
export interface Device {
  readonly copies: Map<string, LocalCopy>;
  readonly alive: Set<string>;
  readonly hasLocks: boolean;
  isOnline: boolean;
  room: Room;
}

interface Owner {
  /** A tab that is gone changes nothing. */
  readonly isOpen: () => boolean;
  /** Is given the titles of texts that were refused, until they are kept. */
  readonly refused: Set<string>;
}

/** What a tab sees of its device's copies. */
export function copiesOn(device: Device, { isOpen, refused }: Owner): LocalCopies {
  const { copies, alive, hasLocks } = device;
  return {
    write(name, copy) {
      if (!isOpen()) return true;
      const isRefused = device.room === 'none' || (device.room === 'full' && !copies.has(name));
      if (isRefused) refused.add(copy.text.title);
      else refused.delete(copy.text.title);
      if (!isRefused) copies.set(name, copy);
      return !isRefused;
    },
    remove(name) {
      if (isOpen()) copies.delete(name);
    },
    async left() {
      return [...copies]
        .filter(([name]) => !alive.has(name))
        .map(([name, copy]): FoundCopy => ({ ...copy, device: name }))
        .sort((one, other) => other.savedAt - one.savedAt);
    },
    hold(name) {
      if (hasLocks) alive.add(name);
      return () => alive.delete(name);
    },
  };
}

/** A text that is told apart by its title; the empty form for none. */
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
