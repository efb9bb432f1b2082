import { badRequest } from '../../contract/problems.ts';
import type { CallRequest } from './answers.ts';

/**
 * The value of the `Idempotency-Key` header, which identifies retries; undefined if absent. Throws `bad-request` unless
 * it is 1 to 100 visible ASCII characters.
 */
export function idempotencyKeyOf(request: CallRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[!-~]{1,100}$/.test(key)) {
    throw badRequest({
      message: 'Idempotency-Key must be 1 to 100 visible ASCII characters.',
    });
  }
  return key;
}
