import type { ApiCaller, ApiReply } from '../contract/call-api.ts';
import type { Endpoint, ReadEndpoint } from '../contract/define-endpoint.ts';
import type { BoundedMemory, CacheEntry } from './bounded-memory.ts';
import { createSingleFlight } from './single-flight.ts';

interface SharedReply extends CacheEntry {
  readonly reply: ApiReply<unknown>;
}

/** Replies that many pages are made from, such as the lists beside each of them. */
export interface SharedReplies {
  /**
   * The same caller, whose calls for what is public and asks for nothing in particular are answered from memory, with the
   * very same objects, until a commit touches their tags.
   */
  over(caller: ApiCaller): ApiCaller;
  /** Calls in progress that are made from these tags are joined by no later one. */
  invalidate(tags: readonly string[]): void;
}

/** Bytes of memory of a reply besides its body; estimated. */
const overheadBytes = 1_024;
/** Objects take about so many times the bytes of their JSON; estimated. */
const bytesPerCharacter = 4;

/** Whether a call's reply is the same for all callers, and of one address only. */
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
            return { key, tags, goodUntil, bytes, isUsed: false, reply: made };
          }));
        return reply as never;
      };
    },
    invalidate: flights.invalidate,
  };
}
