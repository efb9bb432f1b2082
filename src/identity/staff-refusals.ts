import { type Endpoint, isForStaff } from '../platform/contract/define-endpoint.ts';
import { Problem } from '../platform/contract/problems.ts';
import type { CallRequest } from '../platform/http/answers/answers.ts';
import { createLogThrottle } from '../platform/http/log/log-throttle.ts';

/** For the whole process: a refusal that is asked for again and again is one line. */
const throttle = createLogThrottle();

interface StaffCall {
  readonly endpoint: Endpoint;
  /** Who makes it; the log has the id and nothing else. */
  readonly person: { readonly id: string };
  readonly log: CallRequest['log'];
}

/** Does a part of a call, and logs where one for staff is refused: who asked, for what, and why not. */
export async function logStaffRefusal<T>(
  { endpoint: { access, method, path }, person: { id: who }, log }: StaffCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isForStaff(access) && error instanceof Problem && error.status < 500) {
      const call = `${method} ${path}`;
      const unsaid = throttle(`${who} ${call} ${error.code}`);
      if (unsaid !== undefined)
        log.warn({ who, call, why: error.code, unsaid }, 'staff call refused');
    }
    throw error;
  }
}
