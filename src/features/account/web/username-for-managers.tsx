/** Tells password managers whose password a form is about; nobody sees it. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
