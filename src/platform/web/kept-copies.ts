/** An attribute of a document that is a copy: when it was loaded, the site could not be reached. */
export const copyMark = 'data-copy';

/** Whether this document is a copy. Then all that it loads on demand is kept as well. */
const isCopy = (): boolean => document.documentElement.hasAttribute(copyMark);

/** What a device keeps of the site, as pages ask for it. */
export interface Copies {
  /** Whether this page is kept, with all that it loads. */
  isKeptHere(): Promise<boolean>;
  /**
   * Without a network, has the browser load the copy of another page; resolves to whether it does. Rejects with
   * `chunkMissing` where there is no copy.
   */
  open(address: string): Promise<boolean>;
}

let copies: Copies | undefined;

/** Says how to learn of copies: it is loaded once a page has come to life. */
export function lookForCopies(by: Copies): void {
  copies = by;
}

export const isKeptHere = async (): Promise<boolean> => isCopy() || copies?.isKeptHere() || false;

/**
 * Has the browser load a page as a document where its parts may be out of reach, which those of a copy aren't; resolves to
 * whether it does.
 */
export async function openCopy(address: string): Promise<boolean> {
  if (!isCopy()) return copies?.open(address) ?? false;
  window.location.assign(address);
  return true;
}
