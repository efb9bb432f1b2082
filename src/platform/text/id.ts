import { z } from 'zod';

/** Ids of whatever the site stores: time-ordered UUIDs (version 7). */
export const idSchema = z.uuid({ version: 'v7' });

const id = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** False for text that can't be an id, whatever it holds: the database needn't be asked. */
export function isId(text: string): boolean {
  return id.test(text);
}
