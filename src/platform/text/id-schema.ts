import { z } from 'zod';

/** Ids of all stored rows: time-ordered UUIDs (version 7). Readers' pages load no schemas and use `isId`. */
export const idSchema = z.uuid({ version: 'v7' });
