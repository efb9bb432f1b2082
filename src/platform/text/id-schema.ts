import { z } from 'zod';

/** Ids of whatever the site stores: time-ordered UUIDs (version 7). Pages for readers load no schema: they ask `isId`. */
export const idSchema = z.uuid({ version: 'v7' });
