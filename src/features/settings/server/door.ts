import type { Door } from '../../../identity/door.ts';
import { invitationNeeded, invitationOver, signUpClosed } from '../../../identity/door.ts';
import type { OwnSettings } from '../../../platform/site/own-settings.ts';
import type { Storage } from '../../../storage/storage.ts';
import { comeBy, isOpen } from './invitation-store.ts';
import { findSaved, newestReader } from './settings-store.ts';

/** Who may make an account here: everybody, whoever was invited, or nobody, as the owner has set it. */
export function createDoor(storage: Storage, now: () => number = Date.now): Door {
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
    async enter(write, personId, { invite }) {
      // Read where it is written: whoever closes the door at this instant has closed it.
      const { settings } = await findSaved(write.db);
      assertMayCome(settings, invite);
      const isIn = invite !== undefined && (await comeBy(write, invite, personId, now()));
      if (settings.signUp === 'invited' && !isIn) throw invitationOver();
    },
  };
}
