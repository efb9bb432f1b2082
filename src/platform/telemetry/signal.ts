import { channel } from 'node:diagnostics_channel';

/** Messages that the process publishes about itself. Without subscribers a message costs one check. */
export interface Signal<T extends object> {
  readonly hasSubscribers: boolean;
  publish(message: T): void;
  /** Calls `listener` synchronously for each message. Returns the function that unsubscribes. */
  subscribe(listener: (message: T) => void): () => void;
}

/** A signal over one of Node's diagnostics channels, so that no subscriber has to be passed to the code that publishes. */
export function createSignal<T extends object>(name: string): Signal<T> {
  const messages = channel(`content-hub:${name}`);
  return {
    get hasSubscribers() {
      return messages.hasSubscribers;
    },
    publish: (message) => messages.publish(message),
    subscribe(listener) {
      const subscriber = (message: unknown) => listener(message as T);
      messages.subscribe(subscriber);
      return () => void messages.unsubscribe(subscriber);
    },
  };
}
