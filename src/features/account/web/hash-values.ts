import {
  invitationNeeded,
  invitationOver,
  signUpClosed,
} from '../../../identity/sign-up-policy.ts';
import {
  foreignOrigin,
  type ProblemKind,
  tooManyRequests,
  unavailable,
} from '../../../platform/contract/problems.ts';
import * as accountProblems from '../contract/problems.ts';

/** A provider's response to a sign-in: `code` fetches the outcome; `problem` says why there is none. */
export interface ProviderAnswer {
  readonly code: string | null;
  readonly problem: string | null;
}

/** Takes the response from this page's fragment, `#mark&…`, and removes it there. */
export function takeAnswer(mark: 'google' | 'provider'): ProviderAnswer | null {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(`#${mark}&`)) return null;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  const values = new URLSearchParams(hash.slice(1));
  return { code: values.get('code'), problem: values.get('problem') };
}

const knownKinds: readonly ProblemKind[] = [
  ...Object.values(accountProblems),
  signUpClosed,
  invitationNeeded,
  invitationOver,
  foreignOrigin,
  tooManyRequests,
  unavailable,
];

/** The reason of a response without a code, if this version knows it. */
export function reasonOf({ problem }: ProviderAnswer, otherwise: ProblemKind): ProblemKind {
  return knownKinds.find(({ code }) => code === problem) ?? otherwise;
}
