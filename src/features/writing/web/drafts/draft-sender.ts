import { Problem } from '../../../../platform/contract/problems.ts';
import type { Draft, DraftSave } from '../../draft-contract.ts';
import type { RemoteDraft } from './remote-draft.ts';

const firstRetryMs = 2_000;
const longestRetryMs = 30_000;

export type SendOutcome =
  /** `savedAt` in milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly revision: string; readonly savedAt: number }
  /** Another tab or device saved it first, or threw it away. */
  | { readonly kind: 'elsewhere'; readonly draft: Draft | null }
  | { readonly kind: 'failed'; readonly retryInMs: number };

/** Sends one tab's draft to the server, and knows how long to wait after a failure. */
export class DraftSender {
  readonly #remote: RemoteDraft;
  readonly #device: string;
  #sequence = 0;
  #failures = 0;

  constructor(remote: RemoteDraft, device: string) {
    this.#remote = remote;
    this.#device = device;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  forgetFailures(): void {
    this.#failures = 0;
  }

  async send(save: Omit<DraftSave, 'device' | 'sequence'>): Promise<SendOutcome> {
    this.#sequence = Math.max(this.#sequence + 1, Date.now());
    const numbered = { ...save, device: this.#device, sequence: this.#sequence };
    try {
      const outcome = await this.#attempt(numbered);
      this.#failures = 0;
      return outcome;
    } catch {
      const retryInMs = Math.min(firstRetryMs * 2 ** this.#failures, longestRetryMs);
      this.#failures += 1;
      return { kind: 'failed', retryInMs };
    }
  }

  async #attempt(save: DraftSave): Promise<SendOutcome> {
    try {
      const { revision, savedAt } = await this.#remote.save(save);
      return { kind: 'saved', revision, savedAt: Date.parse(savedAt) };
    } catch (error) {
      const isElsewhere = error instanceof Problem && error.code === 'draft-saved-elsewhere';
      if (!isElsewhere) throw error;
      return { kind: 'elsewhere', draft: await this.#remote.load() };
    }
  }
}
