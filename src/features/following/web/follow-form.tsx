import { useLocation } from 'react-router';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { followForm } from '../contract.ts';

interface FollowFormProps {
  readonly authorId: string;
  readonly isFollowed: boolean;
  /** The id of the element that names the author. */
  readonly describedBy?: string | undefined;
}

/** Replaces the button without a script: the server follows the author and redirects back to the page. */
export function FollowForm({ authorId, isFollowed, describedBy }: FollowFormProps) {
  'use no memo';
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}`;
  return (
    <noscript>
      <form method="post" action={addressOf(followForm.path, {}, { from })}>
        <input type="hidden" name="authorId" value={authorId} />
        <Button
          type="submit"
          name="act"
          value={isFollowed ? 'unfollow' : 'follow'}
          size="small"
          aria-describedby={describedBy}
        >
          {isFollowed ? 'Unfollow' : 'Follow'}
        </Button>
      </form>
    </noscript>
  );
}
