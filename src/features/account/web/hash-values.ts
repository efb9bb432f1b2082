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
import * as accountProblems from '../problems.ts';

/** How a sign-in at a provider went: by `code` the outcome is fetched; `problem` is why there is none. */
export interface ProviderAnswer {
  readonly code: string | null;
  readonly problem: string | null;
}

/** The answer that the address of this page carries behind `#mark&`, which then no longer does. */
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

/** The reason of an answer without a code, where it is one that this version knows. */
export function reasonOf({ problem }: ProviderAnswer, otherwise: ProblemKind): ProblemKind {
  return knownKinds.find(({ code }) => code === problem) ?? otherwise;
}
