/** The channel on which the tabs of a browser announce sign-ins and sign-outs. */
export const tabsChannel = 'identity';

/** The path of `currentUser`, repeated so that a page that isn't hydrated doesn't load the contract. */
const sessionPath = '/identity/session';

async function isSignedIn(): Promise<boolean> {
  const reply = await fetch(sessionPath);
  return reply.ok && (await reply.json()).user !== null;
}

/** Reloads a page that isn't hydrated when its viewer may have changed. */
export function followViewer(isMember: boolean, signal: AbortSignal): void {
  const loadAgain = () => window.location.reload();
  const channel = new BroadcastChannel(tabsChannel);
  channel.addEventListener('message', loadAgain);
  signal.addEventListener('abort', () => channel.close());
  const lookAgain = async ({ persisted }: PageTransitionEvent) => {
    // Without a reply a visitor's page stays as it is.
    if (persisted && (isMember || (await isSignedIn().catch(() => false)))) loadAgain();
  };
  window.addEventListener('pageshow', (event) => void lookAgain(event), { signal });
}
