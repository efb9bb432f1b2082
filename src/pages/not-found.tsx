import { paths } from '../paths.ts';
import { ButtonLink } from '../platform/web/ui/button.tsx';
import { UnavailablePage } from '../platform/web/ui/lists/empty-state.tsx';

/** Shown for an unknown address. */
export function NotFound() {
  return (
    <UnavailablePage
      mark="404"
      drawing="signpost"
      title="Page Not Found"
      text="Oops! The page you're looking for doesn't exist or has been moved."
    >
      <ButtonLink look="primary" to={paths.home.to()}>
        Back to Home
      </ButtonLink>
    </UnavailablePage>
  );
}
