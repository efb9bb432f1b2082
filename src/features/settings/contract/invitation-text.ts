import { z } from 'zod';
import { textSchema } from '../../../platform/text/text-schema.ts';

/** Schemas of the invitation form. Separate from the contract: a client that only calls it needs no schemas. */

export const labelMax = 60;
export const peopleMost = 1_000;
export const daysMost = 365;

const whole = (most: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(1, { error }).max(most, { error });

export const labelSchema = textSchema({ name: 'Whom it is for', max: labelMax });
export const peopleSchema = whole(peopleMost, `It can be for 1 to ${peopleMost} people.`);
export const daysSchema = whole(daysMost, `It can last from 1 to ${daysMost} days.`);

export const inviteSchema = z.object({
  label: labelSchema,
  peopleMax: peopleSchema,
  days: daysSchema,
});
