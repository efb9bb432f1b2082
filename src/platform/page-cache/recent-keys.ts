/** Keys per generation; the older generation is dropped as a whole. */
const generationKeys = 2_048;

export interface RecentKeys {
  /** Records a key. True if it was recorded among the last few thousand. */
  note(key: string): boolean;
}

/** Two generations of keys: bounds the memory, and recording costs one lookup. */
export function createRecentKeys(): RecentKeys {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    note(key) {
      if (young.has(key)) return true;
      const isKnown = old.has(key);
      if (young.size >= generationKeys) {
        old = young;
        young = new Set();
      }
      young.add(key);
      return isKnown;
    },
  };
}
