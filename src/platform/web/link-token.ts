/** The one-time token that a letter's link carries behind `#`; empty where there is none. */
export function linkToken(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
}
