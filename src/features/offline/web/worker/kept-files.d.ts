/** Made by the build: paths of files under `/assets/` (scripts/kept-files.ts). */
declare module 'virtual:kept-files' {
  /** Of a blog's page, the wishlist, and what is on this device. */
  export const forReading: readonly string[];
  /** Of the lists of one's own texts, and the editor. */
  export const forWriting: readonly string[];
}
