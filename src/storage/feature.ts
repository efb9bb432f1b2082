import { storageRetention } from './background/sweep.ts';

/** What the storage itself has of what a feature says of itself (see `src/identity/define-feature.ts`). */
export const storageFeature = { name: 'storage', retention: storageRetention };
