import { useNavigate } from 'react-router';
import { useOrigin } from '../../../identity/web/origin.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';

interface WishlistButtonProps {
  /** The id of the element that names the blog. */
  readonly describedBy: string;
}

/** Adds a blog to one's wishlist; who isn't signed in is asked to do that first. */
export function WishlistButton({ describedBy }: WishlistButtonProps) {
  const { ask } = useDialogs();
  const navigate = useNavigate();
  const origin = useOrigin();

  async function add() {
    const wantsToSignIn = await ask({
      title: 'Not Logged In',
      text: 'Please sign in to add items to your wishlist.',
      confirmLabel: 'Go to Sign In',
    });
    if (wantsToSignIn) void navigate(paths.signIn.to(), { state: origin });
  }

  return (
    <Button
      look="plain"
      size="small"
      aria-describedby={describedBy}
      // It can do nothing where there is no JavaScript.
      className="noscript:hidden"
      onClick={() => void add()}
    >
      Add to Wishlist
    </Button>
  );
}
