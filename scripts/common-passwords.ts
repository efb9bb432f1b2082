import { dictionary } from '@zxcvbn-ts/language-common';

/** Number of entries that count as common; the list is ordered by frequency in leaks. */
const commonCount = 10_000;

/**
 * At least six characters and two letters: in some letter case it could be a password here (specification, section 5).
 */
function canPass(password: string): boolean {
  return password.length >= 6 && (password.match(/[a-z]/g) ?? []).length >= 2;
}

/** The 10,000 most common passwords in lower case, most common first, without those that the site's rules reject. */
export function commonPasswords(): readonly string[] {
  const list: readonly string[] = dictionary['passwords-common'];
  return list.slice(0, commonCount).filter(canPass);
}

const name = 'virtual:common-passwords';
const resolved = `\0${name}`;

/** Provides the list as a module of the build: browsers load it when a new password is typed. */
export const commonPasswordsModule = {
  name: 'common-passwords',
  resolveId: (id: string) => (id === name ? resolved : undefined),
  load(id: string) {
    if (id !== resolved) return undefined;
    const licence =
      '/*! List: @zxcvbn-ts/language-common, MIT, (c) Dan Wheeler, Dropbox, zxcvbn-ts */';
    return `${licence}\nexport const list = ${JSON.stringify(commonPasswords().join(' '))};`;
  },
};
