/** What pages tell the service worker. */
export type WorkerMessage =
  /** This person sees the site from now on; null for nobody. */
  | { readonly type: 'viewer'; readonly personId: string | null }
  /** A page was opened, by the path of its address. */
  | { readonly type: 'opened'; readonly path: string };

/** Tells the worker that is there, if there is one. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(message);
}
