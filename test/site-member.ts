/** A person with an account and a session; `cookie` is the session's `Cookie` header. */
export interface SiteMember {
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}

/** The result of a sign-in, valid for one session. */
export interface Proof {
  readonly user: { readonly email: string };
  readonly idToken: string;
}

let members = 0;

/** The headers that the site's own pages send with a call that changes something. */
export function ownHeaders(origin: string, cookie?: string): Record<string, string> {
  return { origin, 'content-type': 'application/json', ...(cookie && { cookie }) };
}

/** Exchanges an ID token for a session cookie; throws if that fails. */
export async function beginSession(origin: string, { user, idToken }: Proof): Promise<string> {
  const session = await fetch(`${origin}/jwt`, {
    method: 'POST',
    headers: { ...ownHeaders(origin), authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ email: user.email }),
  });
  const [set] = session.headers.getSetCookie();
  if (!session.ok || set === undefined) throw new Error(`No session: ${session.status}.`);
  return set.split(';', 1)[0] ?? '';
}

/** Creates an account and signs in, with the API calls that the pages make. */
export async function signUp(origin: string): Promise<SiteMember> {
  members += 1;
  const email = `ada-${process.pid}-${members}@example.org`;
  const password = 'Analytical1';
  const photoURL = '/images/authors/adaeze-obi.webp';
  const proof = await fetch(`${origin}/identity/sign-up`, {
    method: 'POST',
    headers: ownHeaders(origin),
    body: JSON.stringify({ email, password, displayName: 'Ada', photoURL }),
  });
  if (!proof.ok) throw new Error(`No account: ${proof.status} ${await proof.text()}`);
  const cookie = await beginSession(origin, (await proof.json()) as Proof);
  return { email, password, cookie };
}

/** Signs in with a password. */
export function signIn(
  origin: string,
  { email, password }: Pick<SiteMember, 'email' | 'password'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${origin}/identity/sign-in`, {
    method: 'POST',
    headers: { ...ownHeaders(origin), ...headers },
    body: JSON.stringify({ email, password }),
  });
}
