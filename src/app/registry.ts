import { z } from 'zod';
import { blogTags } from '../blog/contract.ts';
import { paths } from '../paths.ts';
import { type Endpoint, type Tags, tokenScopeOf } from '../platform/contract/define-endpoint.ts';
import type { PageAddress } from '../platform/contract/define-page-address.ts';
import { noQuery } from '../platform/contract/page-query.ts';
import type { ProblemKind } from '../platform/contract/problems.ts';
import * as platformProblems from '../platform/contract/problems.ts';
import type { CachedAddress } from '../platform/page-cache/page-key.ts';
import type { Reading } from '../platform/site/own-settings.ts';
import { features } from './features.ts';

const contracts = features.flatMap((feature) => feature.contracts ?? []);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;
}

/** All endpoints of the server, by the name that their contract exports. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  contracts
    .flatMap((contract) => Object.entries(contract))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);

export const contractSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  contracts
    .flatMap((contract) => Object.entries(contract))
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
);

function isProblemKind(value: unknown): value is ProblemKind {
  return typeof value === 'function' && 'status' in value && 'code' in value;
}

/** All problems: those of the platform and of the features. */
export const problemKinds: readonly ProblemKind[] = [platformProblems, ...contracts]
  .flatMap((module) => Object.values(module))
  .filter(isProblemKind);

const pages: readonly PageAddress[] = Object.values(paths);

/** Every path of the site, with `:name` for a segment that varies. */
export const allPaths: readonly string[] = [
  ...[...endpoints.values()].map(({ path }) => path),
  ...pages.map(({ path }) => path),
].filter((path) => !path.includes('*'));

/**
 * The addresses whose replies are cached. `reading` returns who may read whole blogs now; undefined until known.
 * `isOpen` returns whether guests may use guest endpoints.
 */
export function cachedAddresses(
  reading: () => Reading | undefined = () => 'members',
  isOpen: () => boolean = () => true,
): readonly CachedAddress[] {
  const ofPages = pages.flatMap(({ path, query, tags, memberTags = () => [], access, goodFor }) => {
    if (!tags) return [];
    // A page that may become public depends on the tags of members' pages too.
    const ofStrangers: Tags = (params) =>
      reading() === 'members' ? tags(params) : [...tags(params), ...memberTags(params)];
    return [{ path, query, tags: access === 'reader' ? ofStrangers : tags, memberTags, goodFor }];
  });
  const ofCalls = [...endpoints.values()].flatMap((endpoint) => {
    if (endpoint.method !== 'GET' || !endpoint.tags) return [];
    const { path, query = noQuery, tags, goodFor, access } = endpoint;
    const isForGuests = access === 'guest';
    if (access !== 'public' && !isForGuests) return [];
    const isKept = isForGuests ? isOpen : undefined;
    const takesTokens = tokenScopeOf(endpoint) !== undefined;
    return [{ path, query, tags, goodFor, isKept, takesTokens }];
  });
  return [...ofPages, ...ofCalls];
}

const blogTagStart = blogTags.one('');

/** The page of the blog that a change tag names; undefined for any other tag. */
export function pageOfTag(tag: string): string | undefined {
  return tag.startsWith(blogTagStart) ? paths.blog.to(tag.slice(blogTagStart.length)) : undefined;
}

/** Path prefixes of endpoints for programs, such as `/api/`. */
export const unlistedPrefixes: readonly string[] = [
  ...new Set(
    [...endpoints.values()]
      .filter(({ type }) => type === undefined)
      .map(({ path }) => /^\/[^/]+\/?/.exec(path)?.[0] ?? path),
  ),
];
