import { createContext, useContext } from 'react';

/** What the pages need to know of how this site is run; the same on the server and in the browser. */
export interface SiteSettings {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  /** Who may read a whole blog: people with an account, or everybody. */
  readonly reading: 'members' | 'public';
  /** Host of the provider that has the accounts; undefined where the site has them itself. */
  readonly accountsAt?: string;
}

const SiteSettingsContext = createContext<SiteSettings | undefined>(undefined);

export const SiteSettingsProvider = SiteSettingsContext.Provider;

export function useSiteSettings(): SiteSettings {
  const settings = useContext(SiteSettingsContext);
  if (!settings) throw new Error('useSiteSettings needs a SiteSettingsProvider above it.');
  return settings;
}
