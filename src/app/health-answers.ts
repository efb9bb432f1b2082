import { type Answer, answer } from '../identity/answer.ts';
import { problem } from '../platform/contract/problems.ts';
import type { Storage } from '../storage/storage.ts';
import { liveness, readiness } from './health-contract.ts';

interface HealthParts {
  readonly storage: Storage;
  /** True while the process finishes what it has and takes nothing new. */
  readonly isDraining: () => boolean;
}

/** `/healthz`: the process lives. `/readyz`: send it visitors. */
export function healthAnswers({ storage, isDraining }: HealthParts): readonly Answer[] {
  return [
    answer(liveness, async () => ({ status: 'ok' as const })),
    answer(readiness, async () => {
      try {
        if (isDraining()) throw new Error('The server is closing.');
        await storage.assertReady();
      } catch (cause) {
        throw problem('unavailable', { retryAfter: 1, cause });
      }
      return { status: 'ready' as const };
    }),
  ];
}
