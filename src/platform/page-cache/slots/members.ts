import type { ApiCaller } from '../../contract/call-api.ts';
import type { CallRequest, MadeFrom } from '../../http/answers/answers.ts';
import type { BoundedMemory, CacheEntry } from '../bounded-memory.ts';
import { createSingleFlight } from '../single-flight.ts';
import { createMemberData, type MemberData } from './member-data.ts';
import { type PersonalData, viewerName } from './template-markup.ts';

/** Whose session it is, and for how long that needs no second look. */
export interface FoundMember {
  /** The person, as pages show them. */
  readonly viewer: unknown;
  /** A commit that touches one of these may have changed the session, the person or what is theirs. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly goodUntil: number;
}

/** Who members are, and what is theirs. */
export interface MemberSource {
  /** The token of a session in a `Cookie` header, as far as that shows; linear in its length. */
  tokenOf(cookie: string): string | undefined;
  /** Null where the session has ended, or never was. */
  find(request: CallRequest): Promise<FoundMember | null>;
  /** The API in process, on behalf of the sender of the request. */
  callerFor(request: CallRequest, madeFrom?: MadeFrom): ApiCaller;
}

/** A member whose session is known, with what has been asked for of theirs. */
export interface Member extends CacheEntry {
  readonly data: Map<string, MemberData>;
  readonly loading: Map<string, Loading>;
}

interface Loading {
  readonly outcome: Promise<MemberData>;
  /** Tags that were touched since it began. */
  readonly changed: ReadonlySet<string>;
}

export interface Members {
  /** The member of a token, as far as that is in memory and holds. */
  known(token: string): Member | undefined;
  find(token: string, request: CallRequest): Promise<Member | null>;
  /** What fills a template's slots; undefined where not all of it is in memory. */
  knownData(member: Member, sources: readonly PersonalData[]): readonly MemberData[] | undefined;
  loadData(
    member: Member,
    sources: readonly PersonalData[],
    request: CallRequest,
  ): Promise<readonly MemberData[]>;
  /** A member who is being looked up, and has one of these tags, is looked up anew for later requests. */
  invalidate(tags: readonly string[]): void;
}

/** Bytes of memory of a member besides the data: key, maps, the index of tags; estimated. */
const overheadBytes = 1_024;

/** Bytes of memory of a tag that some of the data names; estimated. */
const tagBytes = 200;

/** Members in memory: what a request needs of its viewer. */
export function createMembers(source: MemberSource, memory: BoundedMemory): Members {
  const flights = createSingleFlight<Member, Member | null>(
    memory,
    (member) => member ?? undefined,
  );

  /** Of each load that runs: the tags that were touched meanwhile. */
  const running = new Set<Set<string>>();

  async function find(token: string, request: CallRequest): Promise<Member | null> {
    const found = await source.find(request);
    if (!found) return null;
    const viewer = createMemberData(found.viewer);
    return {
      key: token,
      tags: found.tags,
      bytes: viewer.bytes + overheadBytes,
      isUsed: false,
      goodUntil: found.goodUntil,
      data: new Map([[viewerName, viewer]]),
      loading: new Map(),
    };
  }

  async function load(
    member: Member,
    { name, load: ask }: PersonalData,
    { request, changed }: { readonly request: CallRequest; readonly changed: Set<string> },
  ): Promise<MemberData> {
    const tags: string[] = [];
    const madeFrom: MadeFrom = (some) => void tags.push(...some);
    const data = createMemberData(await ask?.(source.callerFor(request, madeFrom)));
    // What is from before a change goes to the requests from before it alone.
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
          // Which of the changes since it began matter, only its end tells.
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
