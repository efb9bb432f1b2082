import { useLocation } from 'react-router';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { Button, type Looks } from '../../../platform/web/ui/button.tsx';
import { wishForm } from '../contract.ts';
import { WishMark } from './wish-mark.tsx';

interface WishFormProps extends Looks {
  readonly blogId: string;
  /** The id of the element that names the blog; the browser is led back to it. */
  readonly describedBy?: string;
  readonly isWished: boolean;
}

/** Stands for a wishlist's button where there is no script: the server adds or removes, and leads back to the page. */
export function WishForm({ blogId, describedBy, isWished, look = 'plain' }: WishFormProps) {
  'use no memo';
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}${describedBy === undefined ? '' : `#${describedBy}`}`;
  return (
    <noscript>
      <form method="post" action={addressOf(wishForm.path, {}, { from })}>
        <input type="hidden" name="blogId" value={blogId} />
        <Button
          type="submit"
          name="act"
          value={isWished ? 'remove' : 'add'}
          look={look}
          size="small"
          aria-describedby={describedBy}
        >
          <WishMark isWished={isWished} />
          {isWished ? 'Remove from Wishlist' : 'Add to Wishlist'}
        </Button>
      </form>
    </noscript>
  );
}
