/** The used part of a service worker's globals: TypeScript's `webworker` library conflicts with `dom`. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The requesting document; empty for a navigation. */
  readonly clientId: string;
  /** The document that a navigation creates. */
  readonly resultingClientId: string;
  /** For a navigation: the reply that the browser requested while the worker was starting (navigation preload). */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(reply: Promise<Response>): void;
}

interface MessageEventOfPage extends ExtendableEvent {
  readonly data: unknown;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageEventOfPage;
}

export interface WorkerScope {
  readonly location: Location;
  readonly navigator: Navigator & { readonly connection?: { readonly saveData?: boolean } };
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void;
}

export const scope = self as unknown as WorkerScope;
