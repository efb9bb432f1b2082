/** Made by `scripts/common-passwords.ts` as the pages are built. */
declare module 'virtual:common-passwords' {
  /** Lower case, parted by blanks, the commonest first. */
  export const list: string;
}
