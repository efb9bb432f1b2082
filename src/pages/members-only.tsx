import { Fragment, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useOrigin } from '../identity/web/origin.ts';
import { useViewer } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { LoadingIndicator } from '../platform/web/ui/waiting.tsx';

/** A page for people with an account; the others are led to sign in, and back. */
export function MembersOnly({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const origin = useOrigin();
  if (viewer.status === 'loading') return <LoadingIndicator />;
  if (viewer.status === 'signed-out') {
    return <Navigate replace to={paths.signIn.to()} state={origin} />;
  }
  // Somebody else begins with a page of their own.
  return <Fragment key={viewer.person.id}>{children}</Fragment>;
}
