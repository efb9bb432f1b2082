/** Attribute of a document that is an offline copy: the site could not be reached when it was loaded. */
export const copyMark = 'data-copy';

/** Whether this document is an offline copy. Then everything that it loads on demand is stored too. */
const isCopy = (): boolean => document.documentElement.hasAttribute(copyMark);

/** Offline copies of pages on this device. */
export interface Copies {
  /** Whether this page is stored, with everything that it loads. */
  isKeptHere(): Promise<boolean>;
  /**
   * When offline, makes the browser load the copy of another page; resolves to whether it does. Rejects with
   * `chunkMissing` if there is no copy.
   */
  open(address: string): Promise<boolean>;
}

let copies: Copies | undefined;

/** Registers the access to copies, which is loaded after hydration. */
export function lookForCopies(by: Copies): void {
  copies = by;
}

export const isKeptHere = async (): Promise<boolean> => isCopy() || copies?.isKeptHere() || false;

/**
 * Makes the browser load a page as a document if its chunks may be unreachable (those of a copy aren't); resolves to
 * whether it does.
 */
export async function openCopy(address: string): Promise<boolean> {
  if (!isCopy()) return copies?.open(address) ?? false;
  window.location.assign(address);
  return true;
}
