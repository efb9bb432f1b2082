import { z } from 'zod';
import { textSchema } from '../../../platform/text/text-schema.ts';

/** Code points of a reason: the person concerned reads it, and the audit log has it. */
const reasonMax = 300;

const reasonSchema = textSchema({ name: 'A reason', max: reasonMax });

/** How a person is suspended: `until` is null for good. */
export const suspensionSchema = z.object({
  until: z.iso.datetime({ error: 'until must be a time, or null for good.' }).nullable(),
  reason: reasonSchema,
});
