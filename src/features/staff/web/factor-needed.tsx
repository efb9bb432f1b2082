import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';

/** Replaces a page of Manage for staff without a required second factor, and explains how to add one. */
export function FactorNeeded() {
  return (
    <div role="status" className="grid max-w-measure justify-items-start gap-4">
      <p className="text-pretty">
        Owners, moderators and editors of this site need a second factor: a passkey, or an
        authenticator app. Your account has none yet. Add one on your account page, and come back.
      </p>
      <ButtonLink look="primary" to={paths.account.to()}>
        Add a second factor
      </ButtonLink>
    </div>
  );
}
