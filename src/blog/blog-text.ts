import { z } from 'zod';
import type { TextRule } from '../platform/text/read-text.ts';
import { textSchema } from '../platform/text/text-schema.ts';
import { pictureUrlSchema } from '../platform/text/web-url.ts';
import { categories, imageAltMax, shortDescriptionMax, titleMax } from './contract.ts';

/** Most code points of a long description; with the other fields it fits a body of 1 MiB as long as it is mostly Latin. */
export const longDescriptionMax = 1_000_000;
/** Most bytes of a request's body that holds a whole blog. */
export const blogBodyLimit = 1_024 * 1_024;

/** How many times longer than it may be a line can come: blanks and joined characters fall together. */
const lineSlack = 20;

/** Text for one line: a line break that was pasted in becomes a space. */
function lineSchema(rule: TextRule) {
  const { name, max } = rule;
  return z
    .string({ error: `${name} is required.` })
    .max(lineSlack * max, { error: `${name} can have at most ${max} characters.`, abort: true })
    .transform((text) => text.replace(/\s+/gu, ' '))
    .pipe(textSchema(rule));
}

/** What a person, or a file that is imported, hands over to become a blog. */
export const blogTextSchema = z.object({
  title: lineSchema({ name: 'Title', max: titleMax }),
  imageUrl: pictureUrlSchema({ name: 'Image URL' }),
  /** What the cover shows, for those who can't see it. Left out: as it was, where the cover stays. */
  imageAlt: lineSchema({
    name: 'Alternative text',
    max: imageAltMax,
    isOptional: true,
  }).optional(),
  category: z.enum(categories, { error: 'Category must be chosen from the list.' }),
  shortDescription: lineSchema({ name: 'Short description', max: shortDescriptionMax }),
  /** Markdown. */
  longDescription: z
    .string({ error: 'Long description is required.' })
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(textSchema({ name: 'Long description', max: longDescriptionMax })),
});

/** As a form holds it, before it is checked. */
export type BlogTextInput = z.input<typeof blogTextSchema>;
export type BlogText = z.output<typeof blogTextSchema>;
