/** Of keys that were noted last, the oldest go as a whole. */
const generationKeys = 2_048;

export interface RecentKeys {
  /** Notes a key. True where it was noted among the last few thousand. */
  note(key: string): boolean;
}

/** Two generations of keys: memory is bounded, and noting costs a look-up. */
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
