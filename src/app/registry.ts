import * as blog from '../blog/contract.ts';
import * as held from '../blog/held.ts';
import * as accountPage from '../features/account/account-page-contract.ts';
import * as account from '../features/account/contract.ts';
import * as accountEmail from '../features/account/email-contract.ts';
import * as factorProblems from '../features/account/factor-problems.ts';
import * as accountFactors from '../features/account/factors-contract.ts';
import * as openId from '../features/account/openid-contract.ts';
import * as accountProblems from '../features/account/problems.ts';
import * as authors from '../features/authors/contract.ts';
import * as backups from '../features/backups/contract.ts';
import * as commentLetters from '../features/comment-letters/contract.ts';
import * as comments from '../features/comments/contract.ts';
import * as contact from '../features/contact/contract.ts';
import * as manageMessages from '../features/contact/manage-contract.ts';
import * as feeds from '../features/feeds/contract.ts';
import * as moderation from '../features/moderation/contract.ts';
import * as manage from '../features/moderation/manage-contract.ts';
import * as newsletter from '../features/newsletter/contract.ts';
import * as manageNewsletter from '../features/newsletter/manage-contract.ts';
import * as pictures from '../features/pictures/contract.ts';
import * as beside from '../features/reading/beside-contract.ts';
import * as reading from '../features/reading/contract.ts';
import * as search from '../features/search/contract.ts';
import * as settings from '../features/settings/contract.ts';
import * as invitations from '../features/settings/invitation-contract.ts';
import * as look from '../features/settings/look-contract.ts';
import * as acts from '../features/staff/act-contract.ts';
import * as claim from '../features/staff/claim-contract.ts';
import * as people from '../features/staff/people-contract.ts';
import * as transfer from '../features/transfer/contract.ts';
import * as wishlist from '../features/wishlist/contract.ts';
import * as writing from '../features/writing/contract.ts';
import * as deleted from '../features/writing/deleted-contract.ts';
import * as drafts from '../features/writing/draft-contract.ts';
import * as draftHistory from '../features/writing/draft-history-contract.ts';
import * as preview from '../features/writing/preview-contract.ts';
import * as schedule from '../features/writing/schedule-contract.ts';
import * as door from '../identity/door.ts';
import * as quotaProblems from '../identity/quotas/quota-problems.ts';
import * as roleProblems from '../identity/role-problems.ts';
import { paths } from '../paths.ts';
import type { Endpoint, Tags } from '../platform/contract/define-endpoint.ts';
import type { PageAddress } from '../platform/contract/define-page-address.ts';
import type { ProblemKind } from '../platform/contract/problems.ts';
import * as platformProblems from '../platform/contract/problems.ts';
import type { CachedAddress } from '../platform/page-cache/page-key.ts';
import type { Reading } from '../platform/site/own-settings.ts';
import * as health from './serving/health.ts';

const contracts: readonly object[] = [
  blog,
  held,
  reading,
  beside,
  authors,
  search,
  writing,
  deleted,
  drafts,
  draftHistory,
  schedule,
  preview,
  transfer,
  pictures,
  comments,
  commentLetters,
  contact,
  manageMessages,
  newsletter,
  manageNewsletter,
  wishlist,
  people,
  acts,
  claim,
  backups,
  moderation,
  manage,
  account,
  accountPage,
  accountEmail,
  openId,
  accountFactors,
  feeds,
  settings,
  invitations,
  look,
  health,
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;
}

/** Every call that the server answers, by the name under which its contract exports it. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  contracts
    .flatMap((contract) => Object.entries(contract))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);

function isProblemKind(value: unknown): value is ProblemKind {
  return typeof value === 'function' && 'status' in value && 'code' in value;
}

/** Everything that can go wrong: the platform's problems and those that the slices declare. */
export const problemKinds: readonly ProblemKind[] = [
  platformProblems,
  accountProblems,
  quotaProblems,
  roleProblems,
  door,
  factorProblems,
  ...contracts,
]
  .flatMap((module) => Object.values(module))
  .filter(isProblemKind);

const pages: readonly PageAddress[] = Object.values(paths);

/** Every path of the site, with `:name` for a segment that varies. */
export const allPaths: readonly string[] = [
  ...[...endpoints.values()].map(({ path }) => path),
  ...pages.map(({ path }) => path),
].filter((path) => !path.includes('*'));

/**
 * The addresses whose replies are cached. `reading` gives who may read whole blogs now; undefined while that isn't known.
 */
export function cachedAddresses(
  reading: () => Reading | undefined = () => 'members',
): readonly CachedAddress[] {
  const ofPages = pages.flatMap(({ path, query, tags, memberTags = () => [], access, goodFor }) => {
    if (!tags) return [];
    // A page that may turn out to be for everybody is made from all of it.
    const ofStrangers: Tags = (params) =>
      reading() === 'members' ? tags(params) : [...tags(params), ...memberTags(params)];
    return [{ path, query, tags: access === 'reader' ? ofStrangers : tags, memberTags, goodFor }];
  });
  const ofCalls = [...endpoints.values()].flatMap((endpoint) => {
    if (endpoint.method !== 'GET' || !endpoint.tags || endpoint.access !== 'public') return [];
    const { path, query, tags, goodFor } = endpoint;
    return [{ path, query, tags, goodFor }];
  });
  return [...ofPages, ...ofCalls];
}

/** The folders of addresses that only programs ask for, such as `/api/`. */
export const unlistedPrefixes: readonly string[] = [
  ...new Set(
    [...endpoints.values()]
      .filter(({ type }) => type === undefined)
      .map(({ path }) => /^\/[^/]+\/?/.exec(path)?.[0] ?? path),
  ),
];
