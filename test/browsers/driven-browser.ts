/** A browser driven by a standard protocol, with the operations that the journey needs. */
export interface DrivenBrowser {
  /** Name and version, as the browser reports them. */
  readonly name: string;
  open(url: string): Promise<void>;
  /** Runs a script in the page. */
  run<T>(script: string, ...given: readonly string[]): Promise<T>;
  /** Clears the field with this label or accessible name, and types into it. */
  fill(label: string, text: string): Promise<void>;
  /** Presses the last key while holding the others: `['Control', 'b']`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Clicks the button or link of this name. */
  click(name: string): Promise<void>;
  /** Selects a file in the file field. */
  upload(selector: string, file: string): Promise<void>;
  close(): Promise<void>;
}

/** For `run`: the visible control with this label or accessible name. */
export const controlNamed = `
  const [name] = arguments;
  const seen = (node) => node && node.getClientRects().length > 0;
  const words = (node) => node.textContent.trim();
  const main = document.querySelector('main') ?? document;
  for (const label of main.querySelectorAll('label')) {
    if (words(label) === name && seen(label.control)) return label.control;
  }
  return [...main.querySelectorAll('[aria-label]')].find((node) => node.ariaLabel === name && seen(node)) ?? null;
`;

/** For `run`: the visible, enabled button or link of this name; those in a dialog or in `main` are preferred. */
export const pressableNamed = `
  const [name] = arguments;
  const all = ['dialog[open]', 'main', 'body'].flatMap((part) =>
    [...document.querySelectorAll(part)].flatMap((node) => [...node.querySelectorAll('button, a')]));
  return all.find((node) =>
    (node.ariaLabel ?? node.textContent.trim()) === name &&
    node.getClientRects().length > 0 && !node.matches(':disabled, :disabled *')) ?? null;
`;

const patienceMs = 20_000;
const pauseMs = 50;

/** Polls until the result is truthy; throws an error that says what was waited for when the time is over. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`It did not come: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export const pathOf = (browser: DrivenBrowser) => browser.run<string>('return location.pathname');
const isHydrated = (browser: DrivenBrowser) =>
  browser.run<boolean>('return document.documentElement.dataset.hydrated !== undefined');
export const bodyOf = (browser: DrivenBrowser) =>
  browser.run<string>('return document.body.innerText');

/** Waits until the page has these words. */
export const says = (browser: DrivenBrowser, words: string) =>
  until(words, async () => (await bodyOf(browser)).includes(words));

/** Opens a page and waits until it is hydrated. */
export async function open(browser: DrivenBrowser, url: string): Promise<void> {
  await browser.open(url);
  await until(`${url}, ready`, () => isHydrated(browser));
}
