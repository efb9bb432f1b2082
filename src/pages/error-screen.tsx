import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFound } from './not-found-page.tsx';

export function ErrorScreen({ hasShell = true }: { readonly hasShell?: boolean }) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <p>Something went wrong. {hasShell}</p>;
}
