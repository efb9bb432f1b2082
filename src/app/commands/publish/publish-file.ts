import { createHash } from 'node:crypto';
import { blogNotFound } from '../../../blog/contract.ts';
import { entityTagOf } from '../../../blog/entity-tag.ts';
import { blogFields, type FieldName, fieldNames } from '../../../blog/fields.ts';
import { isDraft } from '../../../features/transfer/server/import/formats/markdown/text-state.ts';
import { parseDate } from '../../../features/transfer/server/import/parse-date.ts';
import {
  dateFields,
  type FrontMatter,
  fieldKey,
  listField,
  readFrontMatter,
  textField,
} from '../../../features/transfer/server/import/read-front-matter.ts';
import { someoneSavedFirst } from '../../../features/writing/publishing/contract/publishing.ts';
import { notYours } from '../../../platform/contract/problems.ts';
import { createLocalPictures } from './local-pictures.ts';
import { PublishError } from './publish-error.ts';
import { type Client, createClient, type Reply, siteOf } from './site-client.ts';
import { readSource, writeFields } from './source-file.ts';

export interface Publishing {
  readonly file: string;
  /** Base URL of the site. */
  readonly site: string;
  /** A personal token with the scope `write`. */
  readonly token: string;
  /** The blog to update; by default the id in the front matter. */
  readonly id?: string | undefined;
  /** Whether to replace what was saved elsewhere. */
  readonly overwrites?: boolean | undefined;
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

/** A field's value as text; a list, as of tags, with commas. */
function writtenIn(fields: FrontMatter, name: string): string | undefined {
  return textField(fields, name) ?? (listField(fields, name).join(', ') || undefined);
}

/** Refuses a text that its file doesn't want public, or not yet: everything that is sent is public at once. */
function assertIsToBePublic(file: string, fields: FrontMatter): void {
  const mark = [...fields].find((field) => isDraft(new Map([field])));
  if (mark) {
    throw new PublishError(
      `${file} is a draft: remove the line "${mark.join(': ')}" from its front matter to publish it.`,
    );
  }
  // A date without a zone is one where its author is: there the day may have begun that hasn't in UTC.
  const localOffsetMs = -new Date().getTimezoneOffset() * 60_000;
  for (const name of dateFields) {
    const date = textField(fields, name) ?? '';
    if ((parseDate(date, localOffsetMs) ?? 0) <= Date.now()) continue;
    throw new PublishError(
      `${file} has a date that is yet to come, "${name}: ${date}": run this again then, schedule the text on the site, or change the line to publish it now.`,
    );
  }
}

/** Publishes a new blog. The key is made of the content: a run whose reply was lost makes no second one. */
async function add(client: Client, body: string): Promise<Reply> {
  const call = { method: 'POST', address: '/api/addBlog', type: 'application/json', body } as const;
  const keyOf = (text: string) => createHash('sha256').update(text).digest('hex');
  try {
    return await client({ ...call, key: keyOf(body) });
  } catch (error) {
    // The blog that an earlier run made was deleted since.
    const isGone = error instanceof PublishError && error.code === blogNotFound.code;
    if (!isGone) throw error;
    return await client({ ...call, key: keyOf(`${Date.now()} ${body}`) });
  }
}

interface Target {
  readonly id: string;
  readonly file: string;
  readonly url: string;
  /** Whether the id is the one in the file, as opposed to one that the user named. */
  readonly isFromFile: boolean;
  /** The version that the file is based on; undefined where that isn't known. */
  readonly etag: string | undefined;
}

/** What to do about a refused save. */
function adviceOn({ message, code }: PublishError, { id, file, url, isFromFile }: Target): string {
  if (code === someoneSavedFirst.code) {
    return `Nothing was saved: the blog was changed elsewhere since ${file} was last published. Look at ${url}, take over what is new there, and run this again with --overwrite.`;
  }
  const isOther = code === blogNotFound.code || code === notYours.code;
  if (!isOther || !isFromFile) return message;
  return `${message} "id: ${id}" in the front matter of ${file} names it: remove that line to publish a new blog.`;
}

/** Saves a blog. A file that says which version it is based on replaces no other one, unless the user wants it. */
async function save(
  client: Client,
  body: string,
  { overwrites, ...target }: Target & { overwrites: boolean },
): Promise<Reply> {
  const { id, etag } = target;
  const call = {
    method: 'PUT',
    address: `/api/blog/${encodeURIComponent(id)}`,
    type: 'application/json',
    body,
    ...(!overwrites && etag !== undefined && { ifMatch: `"${etag}"` }),
  } as const;
  return await client(call).catch((error: unknown) => {
    if (!(error instanceof PublishError)) throw error;
    throw new PublishError(adviceOn(error, target), { code: error.code, cause: error });
  });
}

/** The entity tag without its quotes, as it stands in front matter. */
function etagOf({ version, updatedAt }: Reply): string | undefined {
  if (version === undefined || updatedAt === undefined) return undefined;
  return entityTagOf({ version, updatedAt }).slice(1, -1);
}

/** An entity tag in front matter, if it can stand in a header (RFC 9110, 8.8.3). */
function etagIn(fields: FrontMatter): string | undefined {
  const etag = textField(fields, 'etag');
  return etag !== undefined && /^[\x21\x23-\x7e]+$/.test(etag) ? etag : undefined;
}

/** No version has this tag. */
const noVersion = 'unknown';

/** Writes a new blog's id and the version that is saved now into the file, for the next time. */
async function remember(file: string, reply: Reply, isNew: boolean): Promise<void> {
  const id = reply._id ?? '';
  // A repeated run may find its blog changed meanwhile: the file isn't based on that.
  const etag = isNew && reply.version !== 1 ? noVersion : etagOf(reply);
  const values = new Map<string, string>();
  if (isNew) values.set('id', id);
  if (etag !== undefined) values.set('etag', etag);
  if (await writeFields(file, values)) return;
  const lines = [...values].map(([name, value]) => `${name}: "${value}"`).join(' and ');
  throw new PublishError(
    isNew
      ? `It is published as ${id}, which could not be written into ${file}: put ${lines} into its front matter, or add --id ${id} from now on.`
      : `It is saved, but its new version could not be written into ${file}: put ${lines} into its front matter, or add --overwrite the next time.`,
  );
}

/**
 * Publishes a Markdown file with front matter, or updates its blog: what the file doesn't have, the blog hasn't either. The
 * blog's id and version are written into the front matter. Throws `PublishError`, and `SourceProblem` for invalid front
 * matter.
 */
export async function publishFile(publishing: Publishing): Promise<Published> {
  const { file, site, token, overwrites = false } = publishing;
  const client = createClient({ site, token });
  const { fields, body } = readFrontMatter(await readSource(file));
  assertIsToBePublic(file, fields);
  const pictures = createLocalPictures(file, client);
  const values: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames) {
    const { frontMatter, isOptional } = blogFields[name];
    const value = frontMatter === null ? body.trim() : writtenIn(fields, fieldKey(frontMatter));
    // The site keeps an optional field that a client omits.
    if (value !== undefined || isOptional) values[name] = value ?? '';
  }
  const { imageUrl = '', longDescription = '' } = values;
  if (imageUrl) values.imageUrl = await pictures.addressOf(imageUrl);
  values.longDescription = await pictures.withAddresses(longDescription);

  const content = JSON.stringify(values);
  const urlOf = (id: string) => `${siteOf(site).origin}/blog/${id}`;
  const ownId = textField(fields, 'id');
  const id = publishing.id ?? ownId;
  const isFromFile = id === ownId;
  const etag = isFromFile ? etagIn(fields) : undefined;
  const reply = id
    ? await save(client, content, { id, file, url: urlOf(id), isFromFile, etag, overwrites })
    : await add(client, content);
  // The file stays that of its own blog where another one was named.
  if (isFromFile) await remember(file, reply, !id);
  const published = reply._id ?? '';
  return {
    id: published,
    url: urlOf(published),
    isNew: !id,
    pictures: pictures.sent.size,
    held: reply.held?.reason,
  };
}
