import { personalKey } from './viewer.ts';

/** The query key of what waits for staff: actions of several features change it. */
export const standingKey = [...personalKey, 'manage', 'standing'] as const;
