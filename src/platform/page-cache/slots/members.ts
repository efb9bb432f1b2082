import type { ApiCaller } from '../../contract/call-api.ts';
import type { CallRequest, MadeFrom } from '../../http/answers/answers.ts';
import type { BoundedMemory, CacheEntry } from '../bounded-memory.ts';
import { createSingleFlight } from '../single-flight.ts';
import { createMemberData, type MemberData } from './member-data.ts';
import { type PersonalData, viewerName } from './template-markup.ts';

/** The owner of a session, and how long that can be cached. */
export interface FoundMember {
  /** The person, in the form that pages show. */
  readonly viewer: unknown;
  /** A commit that touches one of these tags may have changed the session, the person or their data. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly goodUntil: number;
}

/** Access to members and their data. */
export interface MemberSource {
  /** The session token in a `Cookie` header, without checking it; linear in the header's length. */
  tokenOf(cookie: string): string | undefined;
  /** Null if the session has expired or never existed. */
  find(request: CallRequest): Promise<FoundMember | null>;
  /** The API in process, on behalf of the sender of the request. */
  callerFor(request: CallRequest, madeFrom?: MadeFrom): ApiCaller;
}

/** A member with a known session, and the cached data of that member. */
export interface Member extends CacheEntry {
  readonly data: Map<string, MemberData>;
  readonly loading: Map<string, Loading>;
}

interface Loading {
  readonly outcome: Promise<MemberData>;
  /** Tags touched since the load began. */
  readonly changed: ReadonlySet<string>;
}

export interface Members {
  /** The cached member of a token. */
  known(token: string): Member | undefined;
  find(token: string, request: CallRequest): Promise<Member | null>;
  /** The data for a template's slots; undefined if any of it is not cached. */
  knownData(member: Member, sources: readonly PersonalData[]): readonly MemberData[] | undefined;
  loadData(
    member: Member,
    sources: readonly PersonalData[],
    request: CallRequest,
  ): Promise<readonly MemberData[]>;
  /** Invalidates lookups and loads in progress: later requests start new ones. */
  invalidate(tags: readonly string[]): void;
}

/** Estimated memory of a member besides the data: key, maps, tag index. */
const overheadBytes = 1_024;

/** Estimated memory of a tag that loaded data depends on. */
const tagBytes = 200;

/** Cache of members: everything that a request needs of its viewer. */
export function createMembers(source: MemberSource, memory: BoundedMemory): Members {
  const flights = createSingleFlight<Member, Member | null>(
    memory,
    (member) => member ?? undefined,
  );

  /** For each load in progress, the tags touched since it began. */
  const running = new Set<Set<string>>();

  async function find(token: string, request: CallRequest): Promise<Member | null> {
    const found = await source.find(request);
    if (!found) return null;
    const viewer = createMemberData(found.viewer, (bytes) => memory.grow(member, bytes));
    const member: Member = {
      key: token,
      tags: found.tags,
      bytes: viewer.bytes + overheadBytes,
      goodUntil: found.goodUntil,
      data: new Map([[viewerName, viewer]]),
      loading: new Map(),
    };
    return member;
  }

  async function load(
    member: Member,
    { name, load: ask }: PersonalData,
    { request, changed }: { readonly request: CallRequest; readonly changed: Set<string> },
  ): Promise<MemberData> {
    const tags: string[] = [];
    const madeFrom: MadeFrom = (some) => void tags.push(...some);
    const data = createMemberData(await ask?.(source.callerFor(request, madeFrom)), (bytes) => {
      if (member.data.get(name) === data) memory.grow(member, bytes);
    });
    // Outdated data goes only to requests from before the change.
    if (!tags.some((tag) => changed.has(tag))) {
      member.data.set(name, data);
      memory.addTags(member, tags);
      memory.grow(member, data.bytes + tags.length * tagBytes);
    }
    return data;
  }

  function begin(member: Member, one: PersonalData, request: CallRequest): Promise<MemberData> {
    const changed = new Set<string>();
    const outcome = load(member, one, { request, changed }).finally(() => {
      running.delete(changed);
      if (member.loading.get(one.name)?.changed === changed) member.loading.delete(one.name);
    });
    running.add(changed);
    member.loading.set(one.name, { outcome, changed });
    return outcome;
  }

  return {
    known: (token) => flights.entries.use(token),
    find: (token, request) => flights.make(token, undefined, () => find(token, request)),
    knownData(member, sources) {
      const known: MemberData[] = [];
      for (const { name } of sources) {
        const data = member.data.get(name);
        if (!data) return undefined;
        known.push(data);
      }
      return known;
    },
    loadData(member, sources, request) {
      return Promise.all(
        sources.map((one) => {
          const known = member.data.get(one.name);
          if (known) return known;
          const loading = member.loading.get(one.name);
          // The load's tags are known only at its end, so after any change a new load begins.
          return loading?.changed.size === 0 ? loading.outcome : begin(member, one, request);
        }),
      );
    },
    invalidate(tags) {
      flights.invalidate(tags);
      for (const changed of running) for (const tag of tags) changed.add(tag);
    },
  };
}
