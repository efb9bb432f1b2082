import { badRequest } from '../../contract/problems.ts';
import type { CallRequest } from './answers.ts';

/**
 * What a caller named its request in the `Idempotency-Key` header, so that a retry is known for one; undefined where
 * it didn't. Throws `bad-request` for anything but 1 to 100 visible ASCII characters.
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
