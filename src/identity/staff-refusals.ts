import { type Endpoint, isForStaff } from '../platform/contract/define-endpoint.ts';
import { Problem } from '../platform/contract/problems.ts';
import type { CallRequest } from '../platform/http/answers/answers.ts';
import { createLogThrottle } from '../platform/http/log/log-throttle.ts';

/** Per process: repeats of a refusal are logged once. */
const throttle = createLogThrottle();

interface StaffCall {
  readonly endpoint: Endpoint;
  /** The caller; only the id is logged. */
  readonly person: { readonly id: string };
  readonly log: CallRequest['log'];
}

/** Runs a part of a request, and logs the refusal of a staff endpoint: person, endpoint and reason. */
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
