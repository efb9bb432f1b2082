import { paths } from '../../../../paths.ts';
import { isTokenMissing } from '../../../../platform/web/link-token.ts';
import type { NewLink } from '../../../../platform/web/ui/forms/refused-link.tsx';
import { linkNotValid } from '../../contract/problems.ts';

const isFor = (error: unknown) => isTokenMissing(error) || linkNotValid.is(error);

/** For links that confirm an address. */
export const newAddressLink: NewLink = {
  isFor,
  to: paths.account.to(),
  label: 'Get a new link in your account',
};

/** For links that set a new password. */
export const newPasswordLink: NewLink = {
  isFor,
  to: paths.forgotPassword.to(),
  label: 'Ask for a new link',
};
