/** A browser that is driven by a standard protocol, and what a journey needs of it. */
export interface DrivenBrowser {
  /** Its name and version, as it tells them. */
  readonly name: string;
  open(url: string): Promise<void>;
  /** Runs in the page. */
  run<T>(script: string, ...given: readonly string[]): Promise<T>;
  /** Types into what a label names, or an accessible name, after emptying it. */
  fill(label: string, text: string): Promise<void>;
  /** Presses a key with others held: `['Control', 'b']`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Presses the button or follows the link of that name. */
  click(name: string): Promise<void>;
  /** Chooses a file in the file field within what a label, or a button, names. */
  upload(selector: string, file: string): Promise<void>;
  close(): Promise<void>;
}

/** The control that a label or an accessible name names, and that can be seen. For `run`. */
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

/** The button or link of a name, that can be seen and pressed; the page's own ahead of those around it. */
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

/** Asks until the answer is one; what never comes is an error that says what was waited for. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`It did not come: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
