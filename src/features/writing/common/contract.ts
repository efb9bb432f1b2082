import { z } from 'zod';
import { type FieldName, fieldNames, mapFields, type OptionalName } from '../../../blog/fields.ts';
import { idSchema } from '../../../platform/text/id-schema.ts';

/**
 * The id of the blog that is being changed, or one of its own that the draft of a new blog has; `new` is the name of
 * the one draft of a new blog that there was before.
 */
export const draftKeySchema = z.union([z.literal('new'), idSchema], {
  error: "The draft's key must be an id.",
});

type DraftShape = {
  readonly [N in FieldName]: N extends OptionalName ? z.ZodDefault<z.ZodString> : z.ZodString;
};
/** Drafts of an older site lack the optional fields that came since. */
const draftShape = mapFields(fieldNames, ({ isOptional }) =>
  isOptional ? z.string().default('') : z.string(),
) as DraftShape;

/** A form as it stands: any field may be empty, too long or wrong, and is kept to the letter. */
export const draftTextSchema = z.object(draftShape);
export type DraftText = z.output<typeof draftTextSchema>;

/** A mark that programs make and hand back; nobody types it, so that it is of what every database and header takes. */
export const markSchema = z
  .string()
  .max(100)
  .regex(/^[!-~]*$/);
