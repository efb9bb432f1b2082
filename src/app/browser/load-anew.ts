/** Which build of the site a tab has given up on; it is remembered as long as the tab. */
export const reloadedKey = 'reloaded';

/**
 * Whether to load the document anew because a part of this build is gone, as it is after a deploy: once for a build. If
 * the new document is of the same build, what is missing stays missing, and loading again would never end.
 */
function claimReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return false;
    sessionStorage.setItem(reloadedKey, build);
    return true;
  } catch {
    // A browser that remembers nothing could not stop.
    return false;
  }
}

/** Goes to the address by a whole page load. False where that has been tried for this build. */
export function loadAnew(url: string): boolean {
  if (!claimReload(import.meta.url)) return false;
  if (url === window.location.href) window.location.reload();
  else window.location.assign(url);
  return true;
}
