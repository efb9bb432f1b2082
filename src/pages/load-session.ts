import { lazyChunk } from '../platform/web/lazy-chunk.ts';

/** What begins, keeps and ends a session: not part of what the first paint waits for. */
export const loadSession = lazyChunk(() => import('../features/account/web/session.ts'));
