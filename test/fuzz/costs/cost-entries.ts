import { fuzzedEndpoints } from '../routes/route-cases.ts';
import { exampleOf, inputSchemas } from '../valid-values.ts';
import type { WireRequest } from '../wire/wire.ts';

/** A way into the site, with the length of text that it lets through. */
export interface CostEntry {
  readonly name: string;
  /** Maximum length in bytes. */
  readonly max: number;
  readonly request: (text: string) => WireRequest;
}

const inHeaders = 15_000;
const inUrl = 7_900;
const inBody = 511 * 1_024;
const inBlog = 1_023 * 1_024;

const json = ['content-type', 'application/json'] as const;

function way(
  name: string,
  max: number,
  method: string,
  parts: (text: string) => Partial<WireRequest>,
): CostEntry {
  return {
    name,
    max,
    request: (text) => ({ method, target: '/', headers: [], body: undefined, ...parts(text) }),
  };
}

const inHeader = (text: string) => text.replace(/[^\t -~\u0080-\u00ff]/g, ' ');
/** The part of the text that fits into an address once it is percent-encoded. */
const inAddress = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .slice(0, inUrl)
    .replace(/%.?$|(%[89A-Fa-f].){1,4}$/, '');

/** The part of a text that fits into `max` bytes of JSON. */
function fitting(text: string, max: number): string {
  const bytes = Buffer.byteLength(JSON.stringify(text));
  return bytes <= max ? text : text.slice(0, Math.floor((text.length * max) / bytes));
}

const headerWays = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-purpose',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
].flatMap((header) =>
  ['/', '/api/account', '/robots.txt'].map((target) =>
    way(`header ${header} of ${target}`, inHeaders, 'GET', (text) => ({
      target,
      headers: [[header, inHeader(text)]],
    })),
  ),
);

const addressWays: readonly CostEntry[] = [
  way('path', inUrl, 'GET', (text) => ({ target: `/${inAddress(text)}` })),
  way('path as it is', inUrl, 'GET', (text) => ({ target: `/${text.replace(/[^!-~]|#/g, '')}` })),
  way('path of the API', inUrl, 'GET', (text) => ({ target: `/api/blog/${inAddress(text)}` })),
  way('query as it is', inUrl, 'GET', (text) => ({
    target: `/All-blogs?${text.replace(/[^!-~]|#/g, '')}`,
  })),
  way('search of the page', inUrl, 'GET', (text) => ({
    target: `/All-blogs?search=${inAddress(text)}`,
  })),
  way('short search', 90, 'GET', (text) => ({ target: `/All-blogs?search=${inAddress(text)}` })),
  way('short search of the API', 90, 'GET', (text) => ({
    target: `/api/allBlogs?search=${inAddress(text)}`,
  })),
  way('way back', inUrl, 'GET', (text) => ({ target: `/Account/signin?from=/${inAddress(text)}` })),
  way('way back from elsewhere', inUrl, 'GET', (text) => ({
    target: `/identity/google/start?to=/${inAddress(text)}`,
  })),
];

const bodyWays: readonly CostEntry[] = [
  way('JSON of a stranger', inBody, 'POST', (text) => ({
    target: '/identity/sign-in',
    headers: [json],
    body: Buffer.from(text).subarray(0, inBody),
  })),
  way('JSON of a member', inBlog, 'POST', (text) => ({
    target: '/api/addBlog',
    headers: [json],
    body: Buffer.from(text).subarray(0, inBlog),
  })),
];

/** Every field of every contract, each with a long text while the other fields are valid. */
const fieldWays: readonly CostEntry[] = fuzzedEndpoints.flatMap((endpoint) => {
  const { method, path } = endpoint;
  const { body } = inputSchemas(endpoint);
  if (!body?.properties) return [];
  const honest = exampleOf(body);
  const max = 'bodyLimit' in endpoint && endpoint.bodyLimit ? inBlog - 2_000 : inBody - 2_000;
  return Object.keys(body.properties).map((name) =>
    way(`${method} ${path}, ${name}`, max, method, (text) => ({
      target: path.replace(/:\w+/g, 'new'),
      headers: [json],
      body: Buffer.from(JSON.stringify({ ...honest, [name]: fitting(text, max) })),
    })),
  );
});

const markdownBlog = {
  title: 'On cost',
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What a text may cost.',
};
/** Blogs whose Markdown is rendered, at lengths that were found to be slow. */
export const markdownEntries: readonly CostEntry[] = [30_000, 200_000, 990_000].map((max) =>
  way(`Markdown of ${max} characters`, max, 'POST', (text) => ({
    target: '/api/addBlog',
    headers: [json],
    body: Buffer.from(
      JSON.stringify({ ...markdownBlog, longDescription: fitting(text, inBlog - 2_000) }),
    ),
  })),
);

export const costEntries: readonly CostEntry[] = [
  ...headerWays,
  ...addressWays,
  ...bodyWays,
  ...fieldWays,
  ...markdownEntries,
];
