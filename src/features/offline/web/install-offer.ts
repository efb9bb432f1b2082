/**
 * Chromium's `beforeinstallprompt` event; it isn't a standard, and other browsers have their own ways to install a
 * site.
 */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function change(to: InstallOffer | undefined): void {
  offer = to;
  for (const listener of listeners) listener();
}

/** Defers the browser's install prompt until the visitor requests it. */
export function noteInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => change(undefined));
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const hasInstallOffer = (): boolean => offer !== undefined;

/** Shows the browser's install prompt. It can be shown once. */
export async function takeInstallOffer(): Promise<void> {
  const taken = offer;
  change(undefined);
  await taken?.prompt();
}
