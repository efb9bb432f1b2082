import { z } from 'zod';
import { type FieldName, fieldNames, mapFields, type OptionalName } from '../../../blog/fields.ts';
import { idSchema } from '../../../platform/text/id-schema.ts';

/**
 * The id of the edited blog, or the own id of a new blog's draft; `new` was the key of the single draft of a new blog
 * in older versions.
 */
export const draftKeySchema = z.union([z.literal('new'), idSchema], {
  error: "The draft's key must be an id.",
});

type DraftShape = {
  readonly [N in FieldName]: N extends OptionalName ? z.ZodDefault<z.ZodString> : z.ZodString;
};
/** Drafts of an older site lack optional fields added since. */
const draftShape = mapFields(fieldNames, ({ isOptional }) =>
  isOptional ? z.string().default('') : z.string(),
) as DraftShape;

/** The raw state of a form: fields may be empty, too long or invalid, and are stored unchanged. */
export const draftTextSchema = z.object(draftShape);
export type DraftText = z.output<typeof draftTextSchema>;

/** An opaque token that clients create or return, in ASCII, which every database and header accepts. */
export const markSchema = z
  .string()
  .max(100)
  .regex(/^[!-~]*$/);
