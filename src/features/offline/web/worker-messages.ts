/** Messages from pages to the service worker. */
export type WorkerMessage =
  /** This person is signed in from now on; null for a visitor. */
  | { readonly type: 'viewer'; readonly personId: string | null }
  /** A page was opened at this path. */
  | { readonly type: 'opened'; readonly path: string };

/** Sends a message to the active service worker, if there is one. */
export async function postToWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(message);
}
