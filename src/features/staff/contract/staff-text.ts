import { z } from 'zod';
import { textSchema } from '../../../platform/text/text-schema.ts';

/** Code points of a reason: whoever is meant reads it, and so does the log. */
const reasonMax = 300;

const reasonSchema = textSchema({ name: 'A reason', max: reasonMax });

/** How somebody is suspended: `until` is null for good. */
export const suspensionSchema = z.object({
  until: z.iso.datetime({ error: 'until must be a time, or null for good.' }).nullable(),
  reason: reasonSchema,
});
