import type { Answer } from '../../../identity/answer.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import { draftAnswers } from './draft-answers.ts';
import { publishingAnswers } from './publishing-answers.ts';
import { revisionAnswers } from './revision-answers.ts';

/** What each call of an author works with. */
export interface WritingParts {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Everything that an author does with blogs. */
export function writingAnswers(parts: WritingParts): readonly Answer[] {
  return [...publishingAnswers(parts), ...revisionAnswers(parts), ...draftAnswers(parts)];
}
