import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';

/** Where a letter led to a page that is done with. */
export function WayHome() {
  return (
    <p className="mt-6">
      <ButtonLink to={paths.home.to()}>Back to Home</ButtonLink>
    </p>
  );
}
