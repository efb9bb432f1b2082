import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useOrigin } from '../../../identity/web/origin.ts';
import { useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { type InterruptedWish, rememberWish } from './interrupted-wish.ts';
import { useRemoveAtOnce } from './use-remove-at-once.ts';
import { addWishKey, isThereAlready, useAddWish } from './wishlist-queries.ts';
import { failureOf, wordings } from './wishlist-wording.ts';

/** Reports the outcome. Each resolves when the visitor has dismissed the message. */
interface OutcomeHandlers {
  readonly added: () => Promise<void>;
  readonly failed: (error: unknown) => Promise<void>;
}

interface AddToWishlist {
  /** True for every button while one of them adds a wish. */
  readonly isAdding: boolean;
  /** Resolves at the end; by default dialogs show the outcome. */
  readonly add: (wish: InterruptedWish, handlers?: OutcomeHandlers) => Promise<void>;
}

/**
 * Adds to the wishlist and reports the outcome; a visitor is asked to sign in first, and the wish is stored until then.
 */
export function useAddToWishlist(): AddToWishlist {
  'use no memo';
  const client = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const origin = useOrigin();
  const { ask, offer, showMessage } = useDialogs();
  const { mutateAsync } = useAddWish();
  const removeAtOnce = useRemoveAtOnce();
  const isAdding = useIsMutating({ mutationKey: addWishKey }) > 0;

  async function askToSignIn(wish: InterruptedWish): Promise<void> {
    const wantsToSignIn = await ask({
      title: 'Not Logged In',
      text: 'Please sign in to add items to your wishlist.',
      confirmLabel: 'Go to Sign In',
    });
    if (!wantsToSignIn) return;
    rememberWish(wish);
    await navigate(paths.signIn.to(), { state: origin });
  }

  const dialogsFor = ({ blogId, wording }: InterruptedWish): OutcomeHandlers => ({
    added: () => showMessage({ ...wordings[wording].added, tone: 'good' }),
    async failed(error) {
      const failure = { ...failureOf(wording, error), tone: 'problem' } as const;
      if (!isThereAlready(error)) return showMessage(failure);
      // A member who presses the button of an added blog may want the opposite.
      if (await offer({ ...failure, offerLabel: 'Remove it' })) await removeAtOnce(blogId);
    },
  });

  async function add(wish: InterruptedWish, handlers = dialogsFor(wish)): Promise<void> {
    if (viewer.status !== 'signed-in') return askToSignIn(wish);
    // The buttons' state would be one render too late for two clicks in a row.
    if (client.isMutating({ mutationKey: addWishKey }) > 0) return;
    try {
      await mutateAsync(wish.blogId);
    } catch (error) {
      // The session has ended, and the page is about to redirect to Sign In.
      if (error instanceof Problem && error.status === 401) rememberWish(wish);
      return handlers.failed(error);
    }
    return handlers.added();
  }

  return { isAdding, add };
}
