import { lazyChunk } from '../platform/web/lazy-chunk.ts';

/** Starts, resumes and ends a session: not needed for the first paint. */
export const loadSession = lazyChunk(() => import('../features/account/web/session.ts'));
