import type { Browser } from 'playwright-core';
import { findChromium } from '../../../test/chromium.ts';
import { startBrowser } from '../../../test/start-browser.ts';
import { NotHere } from '../places.ts';

/** Path of the Chromium to measure with. Throws `NotHere` if there is none. */
export function chromiumPath(): string {
  const found = findChromium();
  if (found === undefined) throw new NotHere('no Chromium here');
  return found;
}

/** Starts a Chromium. Rejects with `NotHere` if there is none. */
export async function startChromium(): Promise<Browser> {
  return startBrowser().catch((error: unknown) => {
    throw new NotHere(error instanceof Error ? error.message : String(error));
  });
}
