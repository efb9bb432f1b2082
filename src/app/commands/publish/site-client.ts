import type { SavedBlog } from '../../../features/writing/publishing/contract/publishing.ts';
import { PublishError } from './publish-error.ts';

/** What the site answers: a saved blog, the address of a picture, or a problem. */
export interface Reply extends Partial<SavedBlog> {
  readonly address?: string;
  readonly detail?: string;
  readonly code?: string;
}

interface Asked {
  readonly method: 'POST' | 'PUT';
  readonly address: string;
  readonly type: string;
  readonly body: BodyInit;
  /** Identifies a retry. */
  readonly key?: string;
  /** The entity tag on which a change is based. */
  readonly ifMatch?: string;
}

export type Client = (asked: Asked) => Promise<Reply>;

/** The token is sent to the site only: neither over plain http, nor after a redirect. */
export function siteOf(text: string): URL {
  const url = URL.parse(text);
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    throw new PublishError('Name the site by --site https://…');
  }
  return url;
}

/** A token as it can stand in a header (RFC 6750, 2.1), without the line break of a file that it was read from. */
function tokenOf(text: string): string {
  const token = text.trim();
  if (/^[\w.~+/-]+=*$/.test(token)) return token;
  throw new PublishError(
    'CONTENT_HUB_TOKEN doesn’t look like a token. Copy it again from your Account page: it begins with hub_.',
  );
}

/** Makes calls of a site by a personal token. Each throws `PublishError` where the site refuses it. */
export function createClient(options: { readonly site: string; readonly token: string }): Client {
  const { origin } = siteOf(options.site);
  const token = tokenOf(options.token);
  return async ({ method, address, type, body, key, ifMatch }) => {
    const reply = await fetch(`${origin}${address}`, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/problem+json, application/json',
        'content-type': type,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      body,
    }).catch((cause: unknown) => {
      throw new PublishError(`${origin} could not be reached.`, { cause });
    });
    const value: Reply = await reply.json().catch(() => ({}));
    if (reply.ok) return value;
    const wait = reply.headers.get('retry-after');
    const later = reply.status === 429 && wait ? ` Try again in ${wait} seconds.` : '';
    throw new PublishError(`${value.detail ?? `The site answered ${reply.status}.`}${later}`, {
      code: value.code,
    });
  };
}
