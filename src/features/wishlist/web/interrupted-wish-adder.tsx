import { useEffect, useEffectEvent } from 'react';
import { useViewer } from '../../../identity/web/viewer.ts';
import { takeInterruptedWish } from './interrupted-wish.ts';
import { useAddToWishlist } from './use-add-to-wishlist.ts';

/**
 * Adds, once, the blog that the visitor wanted to add before they signed in. Rendered on the pages that Sign In returns
 * to.
 */
export function InterruptedWishAdder() {
  const { status } = useViewer();
  const { add } = useAddToWishlist();

  const complete = useEffectEvent(() => {
    const wish = takeInterruptedWish();
    if (wish) void add(wish);
  });

  useEffect(() => {
    if (status === 'signed-in') complete();
  }, [status]);

  return null;
}
