import { useLocation } from 'react-router';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { wishForm } from '../contract.ts';

interface WishFormProps {
  readonly blogId: string;
  /** The id of the element that names the blog; the redirect leads back to it. */
  readonly describedBy?: string;
  readonly isWished: boolean;
}

/**
 * Replaces a wishlist button if there is no script: the server adds or removes, and redirects back to the page. Every
 * card has it twice, so it is short.
 */
export function WishForm({ blogId, describedBy, isWished }: WishFormProps) {
  'use no memo';
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}${describedBy === undefined ? '' : `#${describedBy}`}`;
  return (
    <noscript>
      <form method="post" action={addressOf(wishForm.path, {}, { from })} className="wish-form">
        <input type="hidden" name="blogId" value={blogId} />
        <button
          type="submit"
          name="act"
          value={isWished ? 'remove' : 'add'}
          aria-describedby={describedBy}
        >
          {isWished ? 'Remove from Wishlist' : 'Add to Wishlist'}
        </button>
      </form>
    </noscript>
  );
}
