import { createContext, useContext } from 'react';
import { nameIn, type OwnLook, type Reading, type SignUpMode } from '../site/own-settings.ts';

/** What the pages need to know of how this site is run; the same on the server and in the browser. */
export interface SiteSettings {
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  /** Who may read a whole blog: people with an account, or everybody. */
  readonly reading: Reading;
  /** Which forms keep what is sent; the others say that they don't. Absent until the site is claimed: they thank then. */
  readonly letters?: { readonly contact: boolean; readonly newsletter: boolean };
  /** Host of the provider that has the accounts; undefined where the site has them itself. */
  readonly accountsAt?: string;
  /** What the owner has put in the place of the site's own words and marks; absent while that is nothing. */
  readonly own?: Omit<OwnLook, 'markLetters' | 'markPicture'>;
  /** Address of the owner's mark; absent where it is as it was drawn. */
  readonly mark?: string;
  /** Who may make an account; everybody where it is absent. */
  readonly signUp?: Exclude<SignUpMode, 'everybody'>;
}

const SiteSettingsContext = createContext<SiteSettings | undefined>(undefined);

export const SiteSettingsProvider = SiteSettingsContext.Provider;

export function useSiteSettings(): SiteSettings {
  const settings = useContext(SiteSettingsContext);
  if (!settings) throw new Error('useSiteSettings needs a SiteSettingsProvider above it.');
  return settings;
}

/** What the site is called. */
export function useSiteName(): string {
  return nameIn(useSiteSettings().own);
}
