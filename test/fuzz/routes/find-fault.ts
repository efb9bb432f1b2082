import { problemKinds } from '../../../src/app/registry.ts';
import {
  type Endpoint,
  refusalsOf,
  statusOf,
} from '../../../src/platform/contract/define-endpoint.ts';
import type { Outcome, WireReply } from '../wire/wire.ts';
import type { RouteCase } from './route-cases.ts';

const statusByCode = new Map(problemKinds.map(({ code, status }) => [code, status]));
/** Codes that any address may answer with, whether its contract declares them or not. */
const anywhere: ReadonlySet<string> = new Set([
  'bad-request',
  'invalid-input',
  'not-signed-in',
  'foreign-origin',
  'not-found',
  'method-not-allowed',
  'too-large',
  'url-too-long',
  'headers-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'unavailable',
]);
/** Internals of the server that no error reply may show. */
const insides = /node_modules|\bat \S+ \(file:|SQLITE_|\bERR_[A-Z_]+\b|violates .* constraint/;

/** Codes that an endpoint declares; undefined if its contract doesn't list any. */
function declaredCodes(endpoint: Endpoint | undefined): ReadonlySet<string> | undefined {
  if (!endpoint?.refusals) return undefined;
  return new Set(refusalsOf(endpoint).map(({ code }) => code));
}

interface Refusal {
  readonly code: string;
}

function isRefusal(value: unknown): value is Refusal {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, requestId } = value as Record<string, unknown>;
  return [code, message, requestId].every((part) => typeof part === 'string' && part !== '');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function judgeRefusal(one: RouteCase, reply: WireReply): string | undefined {
  if (one.method === 'HEAD') return undefined;
  const type = reply.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) {
    return one.endpoint ? `answered ${reply.status} with a page` : undefined;
  }
  const refusal = parse(reply.body.toString());
  if (!isRefusal(refusal)) return `answered ${reply.status} without code, message and requestId`;
  if (statusByCode.get(refusal.code) !== reply.status) {
    return `answered ${reply.status} with code ${refusal.code}`;
  }
  const declared = declaredCodes(one.endpoint);
  if (declared && !declared.has(refusal.code) && !anywhere.has(refusal.code)) {
    return `answered ${refusal.code}, which its contract does not name`;
  }
  return undefined;
}

function judgeSuccess({ endpoint }: RouteCase, reply: WireReply): string | undefined {
  const { status } = reply;
  const location = reply.headers.get('location');
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) {
    return `led away to ${location.slice(0, 100)}`;
  }
  if (status === 308 || status === 304) return undefined;
  const expected = endpoint && statusOf(endpoint);
  if (expected !== undefined && status !== expected) return `answered ${status}, not ${expected}`;
  const isJson = reply.headers.get('content-type')?.startsWith('application/json');
  if (isJson && reply.body.length > 0 && parse(reply.body.toString()) === undefined) {
    return `answered ${status} with broken JSON`;
  }
  return undefined;
}

/** Whether the site refused because of overload: 503 with `Retry-After`. */
export function isRefusedBusy(outcome: Outcome): boolean {
  return (
    typeof outcome !== 'string' && outcome.status === 503 && outcome.headers.has('retry-after')
  );
}

/** The problem with the reply to a case; undefined if there is none. */
export function findFault(one: RouteCase, outcome: Outcome): string | undefined {
  if (outcome === 'hung') return 'was never answered';
  if (outcome === 'closed') return 'was not answered, the connection was closed';
  if (isRefusedBusy(outcome)) return undefined;
  if (outcome.status >= 500) return `answered ${outcome.status}`;
  const shown = outcome.body.toString('latin1', 0, 4_096);
  if (outcome.status >= 400 && insides.test(shown)) return 'showed insides of the server';
  return outcome.status >= 400 ? judgeRefusal(one, outcome) : judgeSuccess(one, outcome);
}
