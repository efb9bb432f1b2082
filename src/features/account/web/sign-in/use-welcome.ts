import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';

/** Duration of the welcome toast, in milliseconds (specification, section 9). */
const welcomeMs = 1_500;
/** Milliseconds until a sign-in navigates on; after a sign-up, as long as the welcome toast. */
export const afterSignInMs = 1_600;
export const afterSignUpMs = welcomeMs;

interface Welcome {
  readonly text: string;
  readonly to: string;
  readonly afterMs: number;
}

/** Welcomes a member and navigates to the requested page, unless they left in the meantime. */
export function useWelcome(): (welcome: Welcome) => Promise<void> {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  return async ({ text, to, afterMs }) => {
    void showToast({ text, durationMs: welcomeMs });
    await new Promise((resolve) => {
      timer.current = setTimeout(resolve, afterMs);
    });
    await navigate(to, { replace: true });
  };
}
