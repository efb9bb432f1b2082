import { z } from 'zod';
import { textSchema } from '../../../platform/text/text-schema.ts';

/** Code points of a reason: the person concerned reads it, and the audit log stores it. */
const reasonMax = 300;

const reasonSchema = textSchema({ name: 'A reason', max: reasonMax });

/** A suspension; `until` is null for a permanent one. */
export const suspensionSchema = z.object({
  until: z.iso.datetime({ error: 'until must be a time, or null for good.' }).nullable(),
  reason: reasonSchema,
});
