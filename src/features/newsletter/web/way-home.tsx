import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';

/** The way back from a page that was opened from an e-mail. */
export function WayHome() {
  return (
    <p className="mt-6">
      <ButtonLink to={paths.home.to()}>Back to Home</ButtonLink>
    </p>
  );
}
