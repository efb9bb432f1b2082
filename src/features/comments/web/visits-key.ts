/** Storage key of the member's last visits. In a module of its own, since a page's first script imports it. */
export const visitsKey = 'comment-visits';

/** Removes the last visits from this device. */
export function forgetVisits(): void {
  try {
    localStorage.removeItem(visitsKey);
  } catch {
    // Without storage there are none.
  }
}
