import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { textLink } from '../../../../platform/web/ui/text-link.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { type ListedToken, revokeToken } from '../../contract/tokens.ts';
import { accountMessageOf } from '../account-messages.ts';
import type { Owner } from '../factors/confirm-dialog.tsx';
import { MakeTokenDialog } from './make-token-dialog.tsx';
import { NewToken } from './new-token.tsx';
import { myTokensQuery, refreshTokens } from './token-queries.ts';

const scopes: Readonly<Record<ListedToken['scope'], string>> = {
  read: 'Reads',
  write: 'Reads and writes',
};

/** Revoked already, which is the wanted result. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && error.code === 'token-not-found';
}

function TokenItem({ token }: { readonly token: ListedToken }) {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const { id, name, scope, createdAt, expiresAt, lastUsedAt } = token;
  const { isPending, run } = useSingleFlight(async () => {
    const isMeant = await ask({
      title: `Revoke “${name}”?`,
      text: 'Programs that use it are refused from now on. This can not be undone.',
      confirmLabel: 'Revoke',
    });
    if (!isMeant) return;
    try {
      await call(queries, revokeToken, { params: { id } });
      void showToast({ text: 'The token has been revoked.' });
    } catch (error) {
      if (!isGone(error)) void showToast({ text: accountMessageOf(error), tone: 'bad' });
    }
    await refreshTokens(queries);
  });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-3">
      <div className="grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-faint">
          {scopes[scope]}. Made <Moment at={createdAt} />,{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Moment at={lastUsedAt} />
            </>
          )}
          ,{' '}
          {expiresAt === null ? (
            'without an end'
          ) : (
            <>
              {Date.parse(expiresAt) > Date.now() ? 'ends' : 'ended'} <Moment at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-disabled={isPending} onClick={run} className="noscript:hidden">
        Revoke<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

function TokenList() {
  const { data: tokens, isError, refetch } = useQuery(myTokensQuery());
  if (!tokens && !isError) return <LoadingIndicator />;
  if (!tokens) {
    return <ErrorNote onRetry={() => refetch()}>This list could not be loaded.</ErrorNote>;
  }
  if (tokens.length === 0) return null;
  return (
    <ul aria-label="Your tokens" className="mt-4 border-t border-rule">
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} />
      ))}
    </ul>
  );
}

/** Personal tokens: by these the person's own programs use the API. */
export function TokensSection({ owner }: { readonly owner: Owner }) {
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string>();

  return (
    <HeadedSection className="max-w-measure" title="Personal access tokens">
      <p className="text-soft text-pretty">
        A program of yours uses{' '}
        <a href="/api/docs" className={textLink}>
          the API
        </a>{' '}
        with a token instead of your password. A token never changes your account. A new password,
        and logging out everywhere, revoke all of them.
      </p>
      <TokenList />
      <Button className="mt-4 noscript:hidden" onClick={() => setIsMaking(true)}>
        Make a token
      </Button>
      {isMaking && (
        <MakeTokenDialog owner={owner} onMade={setSecret} onClose={() => setIsMaking(false)} />
      )}
      {secret !== undefined && <NewToken secret={secret} onClose={() => setSecret(undefined)} />}
    </HeadedSection>
  );
}
