import { dictionary } from '@zxcvbn-ts/language-common';

/** So many of the list's beginning count as common; the list is ordered by how often leaks hold them. */
const commonCount = 10_000;

/** Six signs and two letters: whatever its case, one that could be a password here (specification, section 5). */
function canPass(password: string): boolean {
  return password.length >= 6 && (password.match(/[a-z]/g) ?? []).length >= 2;
}

/** The 10,000 commonest passwords in lower case, the commonest first, without those that the site's rules refuse. */
export function commonPasswords(): readonly string[] {
  const list: readonly string[] = dictionary['passwords-common'];
  return list.slice(0, commonCount).filter(canPass);
}

const name = 'virtual:common-passwords';
const resolved = `\0${name}`;

/** Puts the list into the build as a module of its own: browsers load it when a new password is typed. */
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
