import { z } from 'zod';
import type { TextRule } from '../platform/text/read-text.ts';
import { textSchema, valueSchema } from '../platform/text/text-schema.ts';
import { pictureUrlSchema } from '../platform/text/web-url.ts';
import { categories } from './contract.ts';
import {
  type BlogField,
  type blogFields,
  type FieldName,
  fieldNames,
  mapFields,
} from './fields.ts';
import { readTags } from './tags.ts';

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

/** Markdown. */
function markdownSchema(rule: TextRule) {
  return z
    .string({ error: `${rule.name} is required.` })
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(textSchema(rule));
}

function categorySchema({ name }: Pick<TextRule, 'name'>) {
  return z.enum(categories, { error: `${name} must be chosen from the list.` });
}

function tagsSchema({ name }: Pick<TextRule, 'name'>) {
  return valueSchema(z.string({ error: `${name} must be a text with commas.` }), readTags);
}

interface SchemaOfKind {
  readonly line: ReturnType<typeof lineSchema>;
  readonly paragraph: ReturnType<typeof lineSchema>;
  readonly markdown: ReturnType<typeof markdownSchema>;
  readonly picture: ReturnType<typeof pictureUrlSchema>;
  readonly category: ReturnType<typeof categorySchema>;
  readonly tags: ReturnType<typeof tagsSchema>;
}

function filledSchema(field: BlogField): SchemaOfKind[BlogField['kind']] {
  switch (field.kind) {
    case 'line':
    case 'paragraph':
      return lineSchema(field);
    case 'markdown':
      return markdownSchema(field);
    case 'picture':
      return pictureUrlSchema(field);
    case 'category':
      return categorySchema(field);
    case 'tags':
      return tagsSchema(field);
  }
}

type Fields = typeof blogFields;
/** The schema of each field; `formShape` for a form, which leaves none out. */
type FormShape = { readonly [N in FieldName]: SchemaOfKind[Fields[N]['kind']] };
type TextShape = {
  readonly [N in FieldName]: Fields[N] extends { readonly isOptional: true }
    ? z.ZodOptional<FormShape[N]>
    : FormShape[N];
};

const formShape = mapFields(fieldNames, filledSchema) as FormShape;
const textShape = mapFields(fieldNames, ({ isOptional }, name) =>
  isOptional ? formShape[name].optional() : formShape[name],
) as TextShape;

/** What a person, or a file that is imported, hands over to become a blog. */
export const blogTextSchema = z.object(textShape);

/** The same as the form holds it: no field is left out, and its category may still be unchosen. */
export const blogFormSchema = z.object({
  ...formShape,
  category: z.string().pipe(formShape.category),
});

/** As a form holds it, before it is checked. */
export type BlogTextInput = z.input<typeof blogTextSchema>;
export type BlogText = z.output<typeof blogTextSchema>;
