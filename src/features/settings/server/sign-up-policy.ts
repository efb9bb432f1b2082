import type { SignUpPolicy } from '../../../identity/sign-up-policy.ts';
import {
  invitationNeeded,
  invitationOver,
  signUpClosed,
} from '../../../identity/sign-up-policy.ts';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import type { Storage } from '../../../storage/storage.ts';
import { isOpen, redeemInvitation } from './invitation-store.ts';
import { findSaved, newestReader } from './settings-store.ts';

/** Who may create an account by the owner's settings: everybody, invited visitors, or nobody. */
export function createSignUpPolicy(storage: Storage, now: () => number = Date.now): SignUpPolicy {
  function assertMayCome({ signUp = 'everybody' }: OwnSettings, invite: string | undefined): void {
    if (signUp === 'nobody') throw signUpClosed();
    if (signUp === 'invited' && !invite) throw invitationNeeded();
  }

  return {
    async assertOpen({ invite }) {
      const db = newestReader(storage);
      const { settings } = await findSaved(db);
      assertMayCome(settings, invite);
      if (settings.signUp !== 'invited') return;
      if (!(await isOpen(db, invite ?? '', now()))) throw invitationOver();
    },
    async recordSignUp(write, personId, { invite }) {
      // Read within the write, so that sign-up can't succeed after an owner closed it.
      const { settings } = await findSaved(write.db);
      assertMayCome(settings, invite);
      const isIn = invite !== undefined && (await redeemInvitation(write, invite, personId, now()));
      if (settings.signUp === 'invited' && !isIn) throw invitationOver();
    },
  };
}
