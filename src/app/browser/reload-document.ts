/** The build for which this tab has reloaded already, in session storage. */
export const reloadedKey = 'reloaded';

/**
 * Whether to reload because a chunk of this build is missing, as after a deploy: once per build. If the new document is
 * of the same build, a further reload wouldn't help and would loop.
 */
function claimReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return false;
    sessionStorage.setItem(reloadedKey, build);
    return true;
  } catch {
    // Without storage the reload could loop.
    return false;
  }
}

/** Loads the address as a full document. False where that was tried for this build already. */
export function reloadDocument(url: string): boolean {
  if (!claimReload(import.meta.url)) return false;
  if (url === window.location.href) window.location.reload();
  else window.location.assign(url);
  return true;
}
