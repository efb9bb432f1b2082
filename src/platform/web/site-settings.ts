import { createContext, useContext } from 'react';
import { nameIn, type OwnLook, type Reading, type SignUpMode } from '../site/own-settings.ts';

/** Settings of the site that pages need; the same on the server and in the browser. */
export interface SiteSettings {
  /** The site's public URL, without a trailing slash. */
  readonly siteUrl: string;
  /** Who may read whole blogs: members or everyone. */
  readonly reading: Reading;
  /**
   * Which forms store their input; the others say that they don't. Absent until the site is claimed: then they only say
   * thank you.
   */
  readonly letters?: { readonly contact: boolean; readonly newsletter: boolean };
  /** Host of the identity provider with the accounts; undefined if the site has them itself. */
  readonly accountsAt?: string;
  /** The owner's replacements for the site's default texts and logo; absent if there are none. */
  readonly own?: Omit<OwnLook, 'markLetters' | 'markPicture'>;
  /** Address of the owner's logo; absent for the default one. */
  readonly mark?: string;
  /** Who may create an account; everyone if absent. */
  readonly signUp?: Exclude<SignUpMode, 'everybody'>;
  /** True where the first texts of a new account are reviewed before others see them. */
  readonly reviewsFirst?: boolean;
}

const SiteSettingsContext = createContext<SiteSettings | undefined>(undefined);

export const SiteSettingsProvider = SiteSettingsContext.Provider;

export function useSiteSettings(): SiteSettings {
  const settings = useContext(SiteSettingsContext);
  if (!settings) throw new Error('useSiteSettings needs a SiteSettingsProvider above it.');
  return settings;
}

export function useSiteName(): string {
  return nameIn(useSiteSettings().own);
}
