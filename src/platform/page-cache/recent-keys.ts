import { crc32 } from 'node:zlib';

/** Keys per generation; the older generation is dropped as a whole. */
const generationKeys = 2_048;

export interface RecentKeys {
  /** Records a key. True if it was recorded among the last few thousand. */
  note(key: string): boolean;
}

/**
 * Two generations of the keys' hashes: bounds the memory, however long the keys are, and recording costs one lookup. A
 * collision lets a key pass for known.
 */
export function createRecentKeys(): RecentKeys {
  let young = new Set<number>();
  let old = new Set<number>();
  return {
    note(key) {
      const sum = crc32(key);
      if (young.has(sum)) return true;
      const isKnown = old.has(sum);
      if (young.size >= generationKeys) {
        old = young;
        young = new Set();
      }
      young.add(sum);
      return isKnown;
    },
  };
}
