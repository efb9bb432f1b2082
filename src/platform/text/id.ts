import { z } from 'zod';

/** Ids of whatever the site stores: time-ordered UUIDs (version 7). */
export const idSchema = z.uuid({ version: 'v7' });

/** False for text that can't be an id, whatever it holds: the database needn't be asked. */
export function isId(text: string): boolean {
  return idSchema.safeParse(text).success;
}
