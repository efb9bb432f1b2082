import type { SiteAudience } from '../features/transfer/import-contract.ts';
import type { Switches } from '../identity/define-feature.ts';
import { type OwnSettings, ownMarkOf, type Reading } from '../platform/site/own-settings.ts';
import type { SiteSettings } from '../platform/web/site-settings.ts';
import type { Config } from './config.ts';

const nothingOn = { contact: false, newsletter: false };

/** The settings that pages use: the owner's, else the environment variables. */
export function pageSettings(
  config: Config,
  settings: OwnSettings,
  switches: Switches = {},
): SiteSettings {
  const { reading, signUp, markLetters: _letters, markPicture: _picture, ...rest } = settings;
  const { staffFactor: _factor, messagesKept: _messages, eventsKept: _events, ...shown } = rest;
  const { featuredBlogs: _chosen, ...own } = shown;
  const mark = ownMarkOf(settings);
  const { siteUrl, external, review } = config;
  return {
    siteUrl,
    reading: reading ?? config.reading,
    ...(external && { accountsAt: new URL(external.issuer).host }),
    ...(Object.keys(own).length > 0 && { own }),
    ...(mark && { mark }),
    ...(signUp && signUp !== 'everybody' && { signUp }),
    ...(review.reviewFirst > 0 && { reviewsFirst: true }),
    ...(Object.keys(switches).length > 0 && { letters: { ...nothingOn, ...switches } }),
  };
}

/** Who may read now; undefined until the settings are loaded. */
export function readingNow(config: Config, own: OwnSettings | undefined): Reading | undefined {
  return own && (own.reading ?? config.reading);
}

/** Whether the site is private: whole blogs are for members, and sign-up is restricted. */
export function isByInvitation(config: Config, own: OwnSettings): boolean {
  return (
    (own.reading ?? config.reading) === 'members' && (own.signUp ?? 'everybody') !== 'everybody'
  );
}

/** Who may read whole texts, for exports and imports. */
export function siteAudienceOf(config: Config, own: OwnSettings): SiteAudience {
  if ((own.reading ?? config.reading) === 'public') return 'everybody';
  return isByInvitation(config, own) ? 'invited' : 'signed-in';
}
