import type { ApiCaller, ApiReply } from '../contract/call-api.ts';
import type { Endpoint, ReadEndpoint } from '../contract/define-endpoint.ts';
import type { BoundedMemory, CacheEntry } from './bounded-memory.ts';
import { createSingleFlight } from './single-flight.ts';

interface SharedReply extends CacheEntry {
  readonly reply: ApiReply<unknown>;
}

/** Cached replies that many pages depend on, such as the side lists. */
export interface SharedReplies {
  /**
   * Wraps a caller: calls of public endpoints without parameters are answered from memory, with the same objects, until
   * a commit touches their tags.
   */
  over(caller: ApiCaller): ApiCaller;
  /** Later calls no longer join calls in progress with these tags. */
  invalidate(tags: readonly string[]): void;
}

/** Estimated memory of a reply besides its body, in bytes. */
const overheadBytes = 1_024;
/** Estimated ratio of an object's memory to its JSON. */
const bytesPerCharacter = 4;

/** Whether all callers get the same reply, from a single address. */
function isShared(endpoint: Endpoint): endpoint is Endpoint & ReadEndpoint {
  const { method, access, params, query, tags } = endpoint;
  return method === 'GET' && access === 'public' && !params && !query && tags !== undefined;
}

export function createSharedReplies(memory: BoundedMemory): SharedReplies {
  const flights = createSingleFlight<SharedReply, SharedReply>(memory, (reply) => reply);

  return {
    over(caller) {
      return async (endpoint, input, call) => {
        if (!isShared(endpoint)) return caller(endpoint, input, call);
        const { path: key, goodFor } = endpoint;
        const tags = endpoint.tags?.({}) ?? [];
        const known = flights.entries.use(key);
        const { reply } =
          known ??
          (await flights.make(key, tags, async () => {
            const goodUntil = goodFor === undefined ? Infinity : Date.now() + goodFor;
            const made = await caller(endpoint, input);
            const bytes = bytesPerCharacter * JSON.stringify(made.body).length + overheadBytes;
            return { key, tags, goodUntil, bytes, reply: made };
          }));
        return reply as never;
      };
    },
    invalidate: flights.invalidate,
  };
}
