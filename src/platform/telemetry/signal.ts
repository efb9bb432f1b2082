import { channel } from 'node:diagnostics_channel';

/** Something that the house tells of itself while it runs. Where nobody listens, to ask that is all that it costs. */
export interface Signal<T extends object> {
  readonly isHeard: boolean;
  tell(message: T): void;
  /** Calls `listener` each time, within the call that tells. Returns the function that ends it. */
  hear(listener: (message: T) => void): () => void;
}

/** A signal by one of Node's diagnostics channels, so that what listens needn't be handed through the house. */
export function createSignal<T extends object>(name: string): Signal<T> {
  const told = channel(`content-hub:${name}`);
  return {
    get isHeard() {
      return told.hasSubscribers;
    },
    tell: (message) => told.publish(message),
    hear(listener) {
      const subscriber = (message: unknown) => listener(message as T);
      told.subscribe(subscriber);
      return () => void told.unsubscribe(subscriber);
    },
  };
}
