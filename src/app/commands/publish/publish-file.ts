import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { blogFields, type FieldName, fieldNames } from '../../../blog/fields.ts';
import {
  type FrontMatter,
  fieldKey,
  listField,
  readFrontMatter,
  textField,
} from '../../../features/transfer/server/import/read-front-matter.ts';

/** Publishing failed; the message is for the command's user. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

export interface Publishing {
  readonly file: string;
  /** Base URL of the site. */
  readonly site: string;
  /** A personal token with the scope `write`. */
  readonly token: string;
  /** The blog to update; by default the id in the front matter. */
  readonly id?: string | undefined;
}

export interface Published {
  readonly id: string;
  readonly url: string;
  readonly isNew: boolean;
  /** Number of uploaded pictures. */
  readonly pictures: number;
  /** Why the blog isn't visible yet; undefined where it is. */
  readonly held: string | undefined;
}

interface Reply {
  readonly _id?: string;
  readonly address?: string;
  readonly detail?: string;
  readonly held?: { readonly reason: string };
}

/** The token is sent to the site only: neither over plain http, nor after a redirect. */
function siteOf(text: string): URL {
  const url = URL.parse(text);
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    throw new PublishError('Name the site by --site https://…');
  }
  return url;
}

interface Asked {
  readonly method: 'POST' | 'PUT';
  readonly address: string;
  readonly type: string;
  readonly body: BodyInit;
  /** Identifies a retry. */
  readonly key?: string;
}

function createClient({ site, token }: Pick<Publishing, 'site' | 'token'>) {
  const origin = siteOf(site).origin;
  return async ({ method, address, type, body, key }: Asked): Promise<Reply> => {
    const reply = await fetch(`${origin}${address}`, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/problem+json, application/json',
        'content-type': type,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body,
    }).catch((error: unknown) => {
      throw new PublishError(`${origin} could not be reached.`, { cause: error });
    });
    const value: Reply = await reply.json().catch(() => ({}));
    if (reply.ok) return value;
    const wait = reply.headers.get('retry-after');
    const later = reply.status === 429 && wait ? ` Try again in ${wait} seconds.` : '';
    throw new PublishError(`${value.detail ?? `The site answered ${reply.status}.`}${later}`, {
      cause: reply.status,
    });
  };
}

type Client = ReturnType<typeof createClient>;

const isBeside = (address: string) =>
  address !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(address);

interface Place {
  readonly start: number;
  readonly end: number;
  readonly address: string;
}

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly position?: {
    readonly start: { readonly offset?: number };
    readonly end: { readonly offset?: number };
  };
  readonly children?: readonly Node[];
}

/** Positions of relative picture addresses in the text. */
function picturesIn(markdown: string): readonly Place[] {
  const places: Place[] = [];
  const visit = (node: Node) => {
    const { start, end } = node.position ?? {};
    const address = node.url ?? '';
    if (node.type === 'image' && isBeside(address) && start?.offset !== undefined && end?.offset)
      places.push({ start: start.offset, end: end.offset, address });
    for (const child of node.children ?? []) visit(child);
  };
  visit(fromMarkdown(markdown));
  return places;
}

/** Uploads each picture once, however often the text uses it. */
function createPictures(file: string, client: Client) {
  const sent = new Map<string, string>();
  return {
    sent,
    async addressOf(address: string): Promise<string> {
      const known = sent.get(address);
      if (known !== undefined) return known;
      const place = path.resolve(path.dirname(file), decodeURI(address));
      const bytes = await readFile(place).catch(() => {
        throw new PublishError(`There is no picture ${place}, which the text shows.`);
      });
      const reply = await client({
        method: 'POST',
        address: '/api/pictures',
        type: 'application/octet-stream',
        body: new Uint8Array(bytes),
      });
      sent.set(address, reply.address ?? '');
      return reply.address ?? '';
    },
  };
}

/** Replaces the addresses of pictures by those on the site. */
async function withPictures(
  markdown: string,
  addressOf: (address: string) => Promise<string>,
): Promise<string> {
  let text = '';
  let from = 0;
  for (const { start, end, address } of picturesIn(markdown)) {
    const picture = markdown.slice(start, end);
    const at = picture.lastIndexOf(address);
    text += markdown.slice(from, start + at) + (await addressOf(address));
    from = start + at + address.length;
    if (at < 0) throw new PublishError(`Write the address of ${picture} plainly.`);
  }
  return text + markdown.slice(from);
}

/** The file with the id as the first field of its front matter, in YAML, TOML or JSON. */
function withId(source: string, id: string): string {
  return source
    .replace(/^---[ \t]*\r?\n/, `$&id: ${id}\n`)
    .replace(/^\+\+\+[ \t]*\r?\n/, `$&id = "${id}"\n`)
    .replace(/^\{[ \t]*\r?\n/, `$&  "id": "${id}",\n`);
}

async function writeId(file: string, source: string, id: string): Promise<void> {
  const changed = withId(source, id);
  const isWritten =
    changed !== source &&
    (await writeFile(file, changed).then(
      () => true,
      () => false,
    ));
  if (isWritten) return;
  throw new PublishError(
    `It is published as ${id}, which could not be written into ${file}: put "id" into its front matter, or add --id ${id} from now on.`,
  );
}

/** A field's value as text; a list, as of tags, with commas. */
function writtenIn(fields: FrontMatter, name: string): string | undefined {
  return textField(fields, name) ?? (listField(fields, name).join(', ') || undefined);
}

/** Publishes a new blog. The key is made of the content: a run whose reply was lost makes no second one. */
async function add(client: Client, body: string): Promise<Reply> {
  const call = { method: 'POST', address: '/api/addBlog', type: 'application/json', body } as const;
  const keyOf = (text: string) => createHash('sha256').update(text).digest('hex');
  try {
    return await client({ ...call, key: keyOf(body) });
  } catch (error) {
    // The blog that an earlier run made was deleted since.
    const isGone = error instanceof PublishError && error.cause === 404;
    if (!isGone) throw error;
    return await client({ ...call, key: keyOf(`${Date.now()} ${body}`) });
  }
}

/**
 * Publishes a Markdown file with front matter, or updates its blog. The first time it writes the blog's id into the
 * front matter. Throws `PublishError`, and `SourceProblem` for invalid front matter.
 */
export async function publishFile({ file, site, token, id }: Publishing): Promise<Published> {
  const client = createClient({ site, token });
  const source = await readFile(file, 'utf8').catch(() => {
    throw new PublishError(`There is no file ${file}.`);
  });
  const { fields, body } = readFrontMatter(source);
  const pictures = createPictures(file, client);
  const values: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    const { frontMatter } = blogFields[name];
    const value = frontMatter === null ? body.trim() : writtenIn(fields, fieldKey(frontMatter));
    if (value !== undefined) values[name] = value;
  }
  const { imageUrl = '', longDescription = '' } = values;
  if (isBeside(imageUrl)) values.imageUrl = await pictures.addressOf(imageUrl);
  values.longDescription = await withPictures(longDescription, pictures.addressOf);

  const known = id ?? textField(fields, 'id');
  const content = JSON.stringify(values);
  const reply = known
    ? await client({
        method: 'PUT',
        address: `/api/blog/${encodeURIComponent(known)}`,
        type: 'application/json',
        body: content,
      })
    : await add(client, content);
  const published = reply._id ?? '';
  if (!known) await writeId(file, source, published);
  return {
    id: published,
    url: `${siteOf(site).origin}/blog/${published}`,
    isNew: !known,
    pictures: pictures.sent.size,
    held: reply.held?.reason,
  };
}
