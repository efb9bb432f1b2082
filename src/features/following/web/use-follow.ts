import { useNavigate } from 'react-router';
import { useOrigin } from '../../../identity/web/origin.ts';
import { useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useChangeFollow } from './following-queries.ts';

export interface FollowedAuthor {
  readonly authorId: string;
  readonly name: string;
}

/** How long the undo is offered, in milliseconds. */
const undoMs = 10_000;

/** Follows or unfollows an author and shows the result; asks visitors to sign in first. */
export function useFollow() {
  'use no memo';
  const viewer = useViewer();
  const navigate = useNavigate();
  const origin = useOrigin();
  const { ask } = useDialogs();
  const { mutateAsync: change } = useChangeFollow();

  async function askToSignIn(): Promise<void> {
    const wantsToSignIn = await ask({
      title: 'Not Logged In',
      text: 'Please sign in to follow authors.',
      confirmLabel: 'Go to Sign In',
    });
    if (wantsToSignIn) await navigate(paths.signIn.to(), { state: origin });
  }

  async function setFollowed(author: FollowedAuthor, isFollowed: boolean): Promise<void> {
    const { authorId, name } = author;
    if (viewer.status !== 'signed-in') return askToSignIn();
    try {
      await change({ authorId, isFollowed });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
      return;
    }
    if (isFollowed) {
      void showToast({ text: `You follow ${name}. Their new blogs are told by the bell.` });
      return;
    }
    void showToast({
      text: `You no longer follow ${name}.`,
      durationMs: undoMs,
      action: { label: 'Undo', onClick: () => void setFollowed(author, true) },
    });
  }

  return setFollowed;
}
