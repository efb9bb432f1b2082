import type { Replacement } from '../../../identity/define-feature.ts';
import { settingTitles } from '../contract/settings-text.ts';
import { invitationsSinceBackup } from './invitation-store.ts';
import { changedSettings, findSaved } from './settings-store.ts';

/** Names the settings that a restore puts back: whether the later ones were right is for an owner to say. */
export async function settingsSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const { restored, replaced } = replacement;
  const [then, since] = [await findSaved(restored), await findSaved(replaced)];
  const names = changedSettings(then.settings, since.settings).map((name) => settingTitles[name]);
  return [
    ...(names.length > 0
      ? [
          `Settings that were changed since are as they were then: ${names.join(', ')}. Look through Manage, Settings.`,
        ]
      : []),
    ...(await invitationsSinceBackup(replacement)),
  ];
}
