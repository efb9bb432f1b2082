import { z } from 'zod';

const storageKey = 'interrupted-wish';
/** Longer than anybody takes to sign up; after that, whoever signs in has something else in mind. Milliseconds. */
const goodForMs = 30 * 60_000;

const interruptedWishSchema = z.object({
  blogId: z.string(),
  wording: z.enum(['home', 'all-blogs']),
  at: z.number(),
});
export type InterruptedWish = Omit<z.output<typeof interruptedWishSchema>, 'at'>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Remembers, in this tab, what somebody wanted to add before they were asked to sign in. */
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
  const wish = written === null ? undefined : interruptedWishSchema.safeParse(parsed(written)).data;
  return wish && Date.now() - wish.at < goodForMs ? wish : undefined;
}
