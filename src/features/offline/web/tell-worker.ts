/** What pages tell the service worker. */
export type Told =
  /** This person sees the site from now on; null for nobody. */
  | { readonly type: 'viewer'; readonly personId: string | null }
  /** A page was opened, by the path of its address. */
  | { readonly type: 'read'; readonly path: string };

/** Tells the worker that is there, if there is one. */
export function tellWorker(told: Told): void {
  navigator.serviceWorker.controller?.postMessage(told);
}
