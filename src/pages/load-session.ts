import { latePart } from '../platform/web/late-part.ts';

/** What begins, keeps and ends a session: not part of what the first paint waits for. */
export const loadSession = latePart(() => import('../features/account/web/session.ts'));
