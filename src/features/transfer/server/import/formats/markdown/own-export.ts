import { z } from 'zod';
import type { ForeignComment, ForeignText } from '../../foreign.ts';

const personSchema = z.object({
  name: z.string(),
  email: z.string().optional(),
  bio: z.string().optional(),
  photo: z.string().optional(),
});

/** What an export of this site has of a text beside its Markdown: as `markdown-files.ts` writes it. */
const besideSchema = z.object({
  updated: z.iso.datetime(),
  author: personSchema.nullable(),
  comments: z.array(
    z.object({
      id: z.string(),
      replyTo: z.string().optional(),
      at: z.iso.datetime(),
      by: personSchema,
      text: z.string(),
    }),
  ),
});

/** The file that lies beside a text. */
export function besideOf(name: string): string {
  return name.replace(/\.md$/, '.json');
}

/** Without keys that have no value: an interface says of each whether it is there. */
function personOf({ name, email, bio, photo }: z.output<typeof personSchema>) {
  return { name, ...(email && { email }), ...(bio && { bio }), ...(photo && { photo }) };
}

/** A text of this site with its author and comments, from what lies beside it; a broken file is a note. */
export function withBeside(text: ForeignText, json: string): ForeignText {
  const read = besideSchema.safeParse(jsonOf(json));
  if (!read.success) {
    return { ...text, notes: [...text.notes, 'what lies beside it can’t be read'] };
  }
  const { updated, author, comments } = read.data;
  return {
    ...text,
    updatedAt: Date.parse(updated),
    authors: author ? [personOf(author)] : [],
    comments: comments.map(
      ({ id, replyTo, at, by, text: said }): ForeignComment => ({
        key: id,
        ...(replyTo && { parentKey: replyTo }),
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
