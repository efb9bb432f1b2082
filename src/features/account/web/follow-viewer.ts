/** The channel by which the tabs of a browser tell each other that somebody signed in or out. */
export const tabsChannel = 'identity';

/** The path of `currentUser`, whose contract a page that isn't hydrated has no other use for. */
const sessionPath = '/identity/session';

async function isSignedIn(): Promise<boolean> {
  const reply = await fetch(sessionPath);
  return reply.ok && (await reply.json()).user !== null;
}

/** For a page that isn't hydrated: has the server write it anew when it may be somebody else who looks at it. */
export function followViewer(isMember: boolean, signal: AbortSignal): void {
  const loadAgain = () => window.location.reload();
  const channel = new BroadcastChannel(tabsChannel);
  channel.addEventListener('message', loadAgain);
  signal.addEventListener('abort', () => channel.close());
  const lookAgain = async ({ persisted }: PageTransitionEvent) => {
    // Without an answer a stranger's page stays as it is.
    if (persisted && (isMember || (await isSignedIn().catch(() => false)))) loadAgain();
  };
  window.addEventListener('pageshow', (event) => void lookAgain(event), { signal });
}
