import { defineFeature } from '../../identity/define-feature.ts';
import * as invitations from './contract/invitations.ts';
import * as look from './contract/look.ts';
import * as contract from './contract/settings.ts';
import { type InvitationParts, invitationAnswers } from './server/invitation-answers.ts';
import { invitationRetention } from './server/invitation-store.ts';
import type { LiveSettings } from './server/live-settings.ts';
import { lookAnswers } from './server/look-answers.ts';
import { type SettingsParts, settingsAnswers } from './server/settings-answers.ts';
import { settingsSinceBackup } from './server/since-backup.ts';

export { createLiveSettings, type LiveSettings } from './server/live-settings.ts';
export { settingTexts } from './server/settings-store.ts';
export { createSignUpPolicy } from './server/sign-up-policy.ts';

interface Parts
  extends InvitationParts,
    Pick<SettingsParts, 'hasFactor' | 'confirm' | 'onFactorWaived'> {
  readonly settings: LiveSettings;
  readonly config: SettingsParts['machine'];
}

export const settingsFeature = defineFeature({
  name: 'settings',
  contracts: [contract, invitations, look],
  retention: invitationRetention,
  sinceBackup: {
    undone: 'settings that were changed, invitations that were used or taken back',
    reapply: settingsSinceBackup,
  },
  start: ({ settings, config, ...parts }: Parts) => ({
    answers: [
      ...settingsAnswers({ ...parts, machine: { reading: config.reading } }),
      ...invitationAnswers(parts),
      ...lookAnswers(settings.get),
    ],
    close: async () => settings.close(),
  }),
});
