const storageKey = 'interrupted-wish';
/** Longer than a sign-up takes; a later sign-in has another purpose. Milliseconds. */
const goodForMs = 30 * 60_000;

export interface InterruptedWish {
  readonly blogId: string;
  readonly wording: 'home' | 'all-blogs';
}

interface Remembered extends InterruptedWish {
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** What this tab remembers; null where it isn't as this build writes it. */
function remembered(text: string): Remembered | null {
  try {
    const wish = JSON.parse(text) as Partial<Remembered> | null;
    const isWhole =
      typeof wish?.blogId === 'string' &&
      (wish.wording === 'home' || wish.wording === 'all-blogs') &&
      typeof wish.at === 'number';
    return isWhole ? (wish as Remembered) : null;
  } catch {
    return null;
  }
}

/** Remembers, in this tab, the blog that the visitor wanted to add before they were asked to sign in. */
export function rememberWish(wish: InterruptedWish): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...wish, at: Date.now() }));
  } catch {
    // A browser that keeps nothing: they press the button once more.
  }
}

/** Hands out what was remembered, once. */
export function takeInterruptedWish(): InterruptedWish | undefined {
  let written: string | null = null;
  try {
    written = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
  } catch {
    return undefined;
  }
  const wish = written === null ? null : remembered(written);
  return wish && Date.now() - wish.at < goodForMs ? wish : undefined;
}
