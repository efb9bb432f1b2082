import { z } from 'zod';
import { endpoints } from '../../../src/app/registry.ts';
import { paths } from '../../../src/paths.ts';
import type { Endpoint } from '../../../src/platform/contract/define-endpoint.ts';
import type { PageAddress } from '../../../src/platform/contract/define-page-address.ts';
import { type Random, randomOfCase } from '../random.ts';
import {
  type InputSchemas,
  inputSchemas,
  type KnownThings,
  validObject,
  wholeObject,
} from '../valid-values.ts';
import { requestBytes, type WireRequest } from '../wire/wire.ts';
import type { HostileValues } from './hostile-values.ts';

/** One random request. */
export interface RouteCase extends WireRequest {
  readonly index: number;
  readonly isMember: boolean;
  /** The endpoint that the request is for; undefined for a page or an address that may not exist. */
  readonly endpoint: Endpoint | undefined;
}

interface Target {
  readonly endpoint: Endpoint;
  readonly schemas: InputSchemas;
}

export const fuzzedEndpoints: readonly Endpoint[] = [...endpoints.values()];
const targets: readonly Target[] = fuzzedEndpoints.map((endpoint) => ({
  endpoint,
  schemas: inputSchemas(endpoint),
}));
export const fuzzedPages: readonly PageAddress[] = Object.values(paths);
const pageTargets = fuzzedPages.map(({ path, query }) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const values = z.object(
    Object.fromEntries(Object.keys(query.shape).map((name) => [name, z.string()])),
  );
  return { path, schemas: inputSchemas({ params, query: values }) };
});

/** Calls that hash a password, or that end the session that other cases need, are made less often. */
const isRare = ({ method, path }: Endpoint) =>
  /sign-(up|in)|password|delete|logout|jwt/.test(path) ||
  (method === 'DELETE' && path.startsWith('/api/account/sessions'));
const rareTargets = targets.filter(({ endpoint }) => isRare(endpoint));
const commonTargets = targets.filter(({ endpoint }) => !isRare(endpoint));

const contentTypes: readonly string[] = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/xml',
  'application/json\t',
  'APPLICATION/JSON',
  ' ',
];
const headerNames: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'referer',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'range',
  'idempotency-key',
  'authorization',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'sec-fetch-site',
  'sec-fetch-dest',
  'sec-purpose',
  'origin',
  'cookie',
  'x-request-id',
  'traceparent',
  'x-http-method-override',
];

interface Making {
  readonly random: Random;
  readonly hostile: HostileValues;
  readonly known: KnownThings;
}

/** Changes some fields of a valid input: other values, other types, missing fields, additional fields. */
function spoil(
  object: Record<string, unknown>,
  { random, hostile }: Making,
): Record<string, unknown> {
  const names = Object.keys(object);
  const spoiled = { ...object };
  for (let count = random.below(3); count > 0 && names.length > 0; count -= 1) {
    const name = random.pick(names);
    const kind = random.below(6);
    if (kind === 0) delete spoiled[name];
    else if (kind === 1) spoiled[name] = hostile.value(random);
    else if (kind === 2 && random.once(20)) spoiled[name] = hostile.longText(random, 20_000);
    else spoiled[name] = hostile.text(random);
  }
  if (random.once(6)) spoiled[hostile.text(random)] = hostile.value(random);
  return spoiled;
}

function jsonOf(object: unknown, { random, hostile }: Making): string {
  const json = JSON.stringify(object) ?? 'null';
  switch (random.below(24)) {
    case 0:
      return json.slice(0, random.below(json.length + 1));
    case 1:
      return `${json}${hostile.text(random)}`;
    case 2:
      return json.replace('{', `{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},`);
    case 3:
      return `${'['.repeat(random.below(60))}${json}`;
    case 4:
      return `{"a":${'{"a":'.repeat(30)}1${'}'.repeat(31)}`;
    case 5:
      return json.replace(/"([^"]+)":/, '"$1":1,"$1":');
    case 6:
      return json.replace(
        /:"[^"]*"/,
        `:${random.pick(['NaN', '1e999', '-', '01', "'a'", '"\\ud800"'])}`,
      );
    default:
      return json;
  }
}

function bodyOf(schemas: InputSchemas, making: Making): Buffer | undefined {
  const { random, hostile, known } = making;
  if (random.once(15)) return undefined;
  if (random.once(25)) return Buffer.from(hostile.text(random), 'latin1');
  const isWhole = schemas.body !== undefined && !random.once(12);
  const object =
    isWhole && schemas.body
      ? spoil(validObject(schemas.body, known, random), making)
      : hostile.value(random);
  return Buffer.from(jsonOf(object, making));
}

function encode(text: string, random: Random): string {
  if (random.once(30)) return text.replace(/[^!-~]|[#?&]/g, '');
  return encodeURIComponent(text.toWellFormed());
}

function asText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value ?? '');
}

function queryOf(schemas: InputSchemas, making: Making): string {
  const { random, hostile, known } = making;
  const values = spoil(validObject(schemas.query, known, random), making);
  const pairs = Object.entries(values).map(
    ([name, value]) => `${encode(name, random)}=${encode(asText(value), random)}`,
  );
  if (random.once(10) && pairs[0]) pairs.push(pairs[0]);
  if (random.once(10)) pairs.push(`${encode(hostile.text(random), random)}[]=1`);
  if (random.once(30)) pairs.push('&&=&a=b=c&%');
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function pathOf(pattern: string, schemas: InputSchemas, making: Making): string {
  const { random, hostile, known } = making;
  const params = wholeObject(schemas.params, known, random);
  return pattern
    .replace(/:(\w+)/g, (_, name: string) =>
      encode(
        random.once(3) ? hostile.text(random) : String(params[name] ?? random.pick(known.ids)),
        random,
      ),
    )
    .replace('*', () => encode(hostile.text(random), random));
}

/** Another spelling of a path. */
function disguise(path: string, { random }: Making): string {
  return random.pick([`/${path}`, `${path}/`, path.toUpperCase(), `${path}%00`, `/.${path}`]);
}

function headersOf(making: Making, hasBody: boolean): [string, string][] {
  const { random, hostile } = making;
  const headers: [string, string][] = [];
  if (!random.once(20)) headers.push(['sec-fetch-site', 'same-origin']);
  if (hasBody && !random.once(30)) {
    const type = random.once(15) ? random.pick(contentTypes) : 'application/json';
    headers.push(['content-type', type]);
  }
  for (let count = random.once(3) ? random.below(4) : 0; count > 0; count -= 1) {
    // A line break would start another header; malformed requests are covered by the wire part.
    const value = hostile.text(random).replace(/[^\t -~\u0080-\u00ff]/g, '');
    headers.push([random.pick(headerNames), value]);
  }
  return headers;
}

function pageCase(index: number, making: Making): RouteCase {
  const { random } = making;
  const { path, schemas } = random.pick(pageTargets);
  const target = `${pathOf(path, schemas, making)}${queryOf(schemas, making)}`;
  return {
    index,
    method: random.once(12) ? random.pick(['HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE']) : 'GET',
    target,
    headers: headersOf(making, false),
    body: undefined,
    isMember: random.once(3),
    endpoint: undefined,
  };
}

/** Whether a path has other segments than a pattern: a raw value with a slash makes it another address. */
function isElsewhere(path: string, pattern: string): boolean {
  return !pattern.includes('*') && path.split('/').length !== pattern.split('/').length;
}

/** The case of this number; the same for the same seed, as long as the known things are in the same order. */
export function routeCase(
  seed: number,
  index: number,
  hostile: HostileValues,
  known: KnownThings,
): RouteCase {
  const random = randomOfCase(seed, index);
  const making = { random, hostile, known };
  if (random.once(24)) return pageCase(index, making);
  const { endpoint, schemas } = random.pick(random.once(60) ? rareTargets : commonTargets);
  const isDisguised = random.once(40);
  const hasOtherMethod = random.once(30);
  const method = hasOtherMethod
    ? random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
    : endpoint.method;
  const hasBody = endpoint.body !== undefined || random.once(40);
  const body = hasBody ? bodyOf(schemas, making) : undefined;
  const path = pathOf(endpoint.path, schemas, making);
  return {
    index,
    method,
    target: `${isDisguised ? disguise(path, making) : path}${queryOf(schemas, making)}`,
    headers: headersOf(making, body !== undefined),
    body,
    isMember: !random.once(4),
    endpoint:
      isDisguised || hasOtherMethod || isElsewhere(path, endpoint.path) ? undefined : endpoint,
  };
}

export function bytesOf(one: RouteCase, host: string, cookie: string | undefined): Buffer {
  return requestBytes(one, [['Host', host], ...(cookie ? [['Cookie', cookie] as const] : [])]);
}
