import { notSignedIn, Problem, tooLarge } from '../../../../../platform/contract/problems.ts';
import { tooManyDrafts } from '../../contract/drafts.ts';

const refusals = {
  'too-many-drafts': tooManyDrafts,
  'too-large': tooLarge,
  'not-signed-in': notSignedIn,
} as const;

/** The outcome of a request: with `reached` it got to the server, and the reply is still on its way. */
export type RequestOutcome =
  | 'answered'
  | 'reached'
  | 'lost'
  | 'answer-lost'
  | keyof typeof refusals;

interface Sender {
  readonly isGone: boolean;
  readonly device: { readonly isOnline: boolean };
}

interface Request {
  readonly sender: Sender;
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The server's reply, once the request has reached it. */
  answer?: Promise<() => void>;
}

/** Runs everything that waits neither for the network nor for a timer. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Requests that wait until the test sets their outcome. */
export class DraftNetwork {
  readonly #requests: Request[] = [];

  get isAtRest(): boolean {
    return this.#requests.length === 0;
  }

  ask<T>(sender: Sender, run: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (!sender.isGone) this.#requests.push({ sender, run, resolve, reject });
    return promise as Promise<T>;
  }

  #reach(request: Request): Promise<() => void> {
    request.answer ??= request.run().then(
      (value) => () => request.resolve(value),
      (error) => {
        if (!(error instanceof Problem)) throw error;
        return () => request.reject(error);
      },
    );
    return request.answer;
  }

  async answer(index: number, fate: RequestOutcome): Promise<void> {
    const request = this.#requests[index % Math.max(this.#requests.length, 1)];
    if (!request) return;
    if (fate !== 'reached') this.#requests.splice(this.#requests.indexOf(request), 1);
    const { isGone, device } = request.sender;
    const isThere = fate === 'answered' || fate === 'reached' || fate === 'answer-lost';
    if (isThere && (isGone || device.isOnline)) {
      const deliver = await this.#reach(request);
      if (fate === 'answered' && !isGone) deliver();
    }
    if (fate === 'reached' || isGone) return;
    // Has no effect if the reply has been delivered.
    const isLost = isThere || fate === 'lost' || request.answer;
    request.reject(isLost ? new TypeError('No answer.') : refusals[fate]());
    await settle();
  }

  /** Answers all waiting requests, of one sender if given, and those that follow. */
  async answerAll(sender?: Sender): Promise<void> {
    const next = () => this.#requests.findIndex((one) => !sender || one.sender === sender);
    await settle();
    for (let found = next(); found >= 0; found = next()) await this.answer(found, 'answered');
    await settle();
  }
}
