import { z } from 'zod';
import { isId } from '../../../../../../platform/text/id.ts';
import { siteAudiences } from '../../../../import-contract.ts';
import type { ForeignComment, ForeignRedirect, ForeignText } from '../../foreign.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { readCsv } from '../files/read-csv.ts';

const personSchema = z.object({
  id: z.string().optional(),
  since: z.iso.datetime().optional(),
  name: z.string(),
  email: z.string().optional(),
  bio: z.string().optional(),
  photo: z.string().optional(),
});

/** A text's JSON file in an export of a site of this kind, written by `markdown-files.ts`. */
const besideSchema = z.object({
  id: z.string().optional(),
  updated: z.iso.datetime(),
  /** Who could read whole texts on that site. */
  audience: z.enum(siteAudiences).optional().catch(undefined),
  author: personSchema.nullable(),
  commentsClosed: z.iso.datetime().optional(),
  comments: z.array(
    z.object({
      id: z.string(),
      replyTo: z.string().optional(),
      answers: z.string().optional(),
      edited: z.iso.datetime().optional(),
      at: z.iso.datetime(),
      by: personSchema,
      text: z.string(),
    }),
  ),
});

/** Redirected addresses with their targets. */
export const redirectsName = 'redirects.csv';

/** The JSON file of a text. */
export function sidecarNameOf(name: string): string {
  return name.replace(/\.md$/, '.json');
}

/** Omits keys without a value. */
function personOf({ id, since, name, email, bio, photo }: z.output<typeof personSchema>) {
  const known = { ...(id && { id }), ...(since && { since: Date.parse(since) }) };
  return { ...known, name, ...(email && { email }), ...(bio && { bio }), ...(photo && { photo }) };
}

/** A text whose JSON file is missing or broken: only that file says who could read it. */
export function withoutSidecar(text: ForeignText): ForeignText {
  const notes = [...text.notes, 'what lies beside it can’t be read'];
  return { ...text, audience: 'unmarked', notes };
}

/** Adds audience, author and comments from a text's JSON file. */
export function withSidecar(text: ForeignText, json: string): ForeignText {
  const read = besideSchema.safeParse(jsonOf(json));
  if (!read.success) return withoutSidecar(text);
  const { id, updated, audience = 'unmarked', author, commentsClosed, comments } = read.data;
  return {
    ...text,
    // The id is stable, unlike the title and the file name.
    ...(id && isId(id) && { key: `own:${id}`, own: { category: undefined, ...text.own, id } }),
    updatedAt: Date.parse(updated),
    audience,
    ...(commentsClosed && { commentsClosedAt: Date.parse(commentsClosed) }),
    authors: author ? [personOf(author)] : [],
    comments: comments.map(
      ({ id: key, replyTo, answers, edited, at, by, text: said }): ForeignComment => ({
        key,
        ...(replyTo && { parentKey: replyTo }),
        ...(answers && { answersKey: answers }),
        ...(edited && { editedAt: Date.parse(edited) }),
        author: personOf(by),
        text: said,
        createdAt: Date.parse(at),
        isApproved: true,
      }),
    ),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Redirects of the exported site. */
export async function* redirectsIn(
  files: Pick<ExportFiles, 'stream'>,
  name: string,
): AsyncGenerator<ForeignRedirect> {
  for await (const cell of readCsv(files, name, 'from,to')) {
    const [from, to] = [cell('from'), cell('to')];
    if (from && to) yield { kind: 'redirect', name: from, from, to };
  }
}
