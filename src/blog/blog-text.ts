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

/** Factor between a line's input length and its maximum: blanks and joined characters collapse. */
const lineSlack = 20;

/** Text of a single line: a pasted line break becomes a space. */
function lineSchema(rule: TextRule) {
  const { name, max } = rule;
  return z
    .string({ error: `${name} is required.` })
    .max(lineSlack * max, { error: `${name} can have at most ${max} characters.`, abort: true })
    .transform((text) => text.replace(/\s+/gu, ' '))
    .pipe(textSchema(rule));
}

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
/** The schema of each field. In `formShape`, for a form, no field is optional. */
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

/** Input that becomes a blog, from the form or from an imported file. */
export const blogTextSchema = z.object(textShape);

/** The same for a form: no field is optional, and the category may still be unchosen. */
export const blogFormSchema = z.object({
  ...formShape,
  category: z.string().pipe(formShape.category),
});

/** The values of a form before validation. */
export type BlogTextInput = z.input<typeof blogTextSchema>;
export type BlogText = z.output<typeof blogTextSchema>;
