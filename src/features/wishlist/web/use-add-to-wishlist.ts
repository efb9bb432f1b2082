import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useOrigin } from '../../../identity/web/origin.ts';
import { useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { notSignedIn, Problem } from '../../../platform/contract/problems.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { type InterruptedWish, rememberWish } from './interrupted-wish.ts';
import { addWishKey, useAddWish } from './wishlist-queries.ts';
import { failureOf, wordings } from './wishlist-wording.ts';

interface AddToWishlist {
  /** True on every button while one of them adds. */
  readonly isAdding: boolean;
  /** Resolves when it is over and whatever there is to say has been read. */
  readonly add: (wish: InterruptedWish) => Promise<void>;
}

/** Adds to the wishlist, and says how it went; who isn't signed in is asked to do that first, and the wish waits. */
export function useAddToWishlist(): AddToWishlist {
  const client = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const origin = useOrigin();
  const { ask, tell } = useDialogs();
  const { mutateAsync } = useAddWish();
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

  async function add(wish: InterruptedWish): Promise<void> {
    if (viewer.status !== 'signed-in') return askToSignIn(wish);
    // What the buttons show would be a render too late for two clicks at once.
    if (client.isMutating({ mutationKey: addWishKey }) > 0) return;
    try {
      await mutateAsync(wish.blogId);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        // The session was over, and the page is about to lead to Sign In.
        rememberWish(wish);
        // That says it all, unless something on the way answered in the site's place, with words of its own.
        if (notSignedIn.is(error)) return;
      }
      return tell({ ...failureOf(wish.wording, error), tone: 'problem' });
    }
    return tell(wordings[wish.wording].added);
  }

  return { isAdding, add };
}
