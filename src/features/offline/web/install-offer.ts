/** What Chromium sends where the site could be installed; no standard, and other browsers have ways of their own. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function change(to: InstallOffer | undefined): void {
  offer = to;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer until somebody asks for it: no page puts it in anybody's way. */
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

/** Has the browser ask whether the site is to be installed. It can be asked once. */
export async function takeInstallOffer(): Promise<void> {
  const taken = offer;
  change(undefined);
  await taken?.prompt();
}
