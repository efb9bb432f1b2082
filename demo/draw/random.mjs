// A small seeded random source, so that the same name always gives the same picture.
export function seeded(name) {
  let state = 2166136261;
  for (const char of name) state = Math.imul(state ^ char.codePointAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (items) => items[Math.floor(next() * items.length)],
    chance: (share) => next() < share,
  };
}
