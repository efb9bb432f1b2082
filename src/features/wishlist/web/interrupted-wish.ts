const storageKey = 'interrupted-wish';
/** Milliseconds: longer than a sign-up takes. A later sign-in has another purpose. */
const goodForMs = 30 * 60_000;

export interface InterruptedWish {
  readonly blogId: string;
  readonly wording: 'home' | 'all-blogs';
}

interface Remembered extends InterruptedWish {
  /** Time in milliseconds since 1970. */
  readonly at: number;
}

/** Parses the stored wish; null if it hasn't this version's format. */
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

/** Stores, for this tab, the blog that the visitor wanted to add before they were asked to sign in. */
export function rememberWish(wish: InterruptedWish): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...wish, at: Date.now() }));
  } catch {
    // Without storage the visitor has to press the button again.
  }
}

/** Returns the stored wish and removes it. */
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
