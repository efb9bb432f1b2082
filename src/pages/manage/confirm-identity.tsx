import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { myAccountQuery } from '../../features/account/web/account-queries.ts';
import { ConfirmDialog } from '../../features/account/web/factors/confirm-dialog.tsx';

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'owner' | 'pendingLabel'>;

/** Asks for the viewer's password, where the account has one. */
export function ConfirmIdentity(question: Question) {
  const { data: owner } = useQuery(myAccountQuery());
  return owner ? <ConfirmDialog owner={owner} pendingLabel="Checking..." {...question} /> : null;
}
