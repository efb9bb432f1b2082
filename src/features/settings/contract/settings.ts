import { z } from 'zod';
import { proofSchema } from '../../../identity/proof-schema.ts';
import { factorNeeded } from '../../../identity/role-problems.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { settingSchemas, settingsSchema } from './settings-text.ts';

/** The settings that owners change in the browser. */

export const settingsChanged = defineProblem(
  'settings-changed',
  412,
  'Somebody saved the settings first. Look at what has changed, and save again.',
);
export const stateNotFound = defineProblem(
  'settings-state-not-found',
  404,
  'This state of the settings is not kept any more.',
);

export const confirmationNeeded = defineProblem(
  'confirmation-needed',
  409,
  'Confirm with your password that staff no longer need a second factor. Where your account has none, send it empty, soon after signing in.',
);

/** Asked for by a change after which staff no longer need a second factor. */
const password = proofSchema.optional();

const versionSchema = z.int().min(0).max(2_147_483_647);
const savedSchema = z.object({ version: z.number(), settings: settingsSchema });
export type SavedReply = z.output<typeof savedSchema>;

/** Versions shown in the history. */
export const statesShown = 30;

const stateSchema = z.object({
  version: z.number(),
  savedAt: z.iso.datetime(),
  /** The name of the owner; null if their account is deleted. */
  by: z.string().nullable(),
  /** The version that was restored. */
  restoredFrom: z.number().nullable(),
  /** The settings that differ from the previous version. */
  changed: z.array(z.enum(Object.keys(settingSchemas) as (keyof typeof settingSchemas)[])),
});
export type SettingsState = z.output<typeof stateSchema>;

export const siteSettings = defineEndpoint({
  method: 'GET',
  path: '/api/manage/settings',
  access: 'owner',
  summary: 'What the owner has set; what is absent is as the site says it by itself.',
  reply: savedSchema.extend({
    /** The defaults of unset settings, from environment variables. */
    machine: z.object({ reading: z.enum(['members', 'public']) }),
  }),
});

export const settingsStates = defineEndpoint({
  method: 'GET',
  path: '/api/manage/settings/states',
  access: 'owner',
  summary: 'The latest states of the settings, the newest first.',
  reply: z.array(stateSchema),
});

export const saveSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/settings',
  access: 'owner',
  summary:
    'Sets all settings, if nobody saved since `version`: 412 otherwise. Ending the need of a second factor asks for the password.',
  body: z.object({ version: versionSchema, settings: settingsSchema, password }),
  reply: savedSchema,
  refusals: [settingsChanged, factorNeeded, confirmationNeeded],
});

export const restoreSettings = defineEndpoint({
  method: 'POST',
  path: '/api/manage/settings/restore',
  access: 'owner',
  summary:
    'Takes the settings back to an earlier state, if nobody saved since `version`: 412 otherwise. Ending the need of a second factor asks for the password.',
  body: z.object({ version: versionSchema, to: versionSchema, password }),
  reply: savedSchema,
  refusals: [settingsChanged, stateNotFound, factorNeeded, confirmationNeeded],
});
