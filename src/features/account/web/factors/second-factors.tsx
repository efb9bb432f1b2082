import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import { CodesSection } from './codes-section.tsx';
import type { Owner } from './confirm-dialog.tsx';
import { myFactorsQuery } from './factor-queries.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoverySection } from './recovery-section.tsx';

/** Second factors: passkeys, codes of an app, and recovery codes. */
export function SecondFactors({ owner }: { readonly owner: Owner }) {
  const { data: factors, isError, refetch } = useQuery(myFactorsQuery());
  // In the page's state: codes are shown once, whichever part created them.
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  if (!factors) {
    return (
      <HeadedSection className="max-w-measure" title="Passkeys">
        {isError ? (
          <ErrorNote onRetry={() => refetch()}>Your passkeys could not be loaded.</ErrorNote>
        ) : (
          <LoadingIndicator />
        )}
      </HeadedSection>
    );
  }
  const hasFactor = factors.passkeys.length > 0 || factors.codesSince !== null;

  return (
    <>
      <PasskeysSection
        owner={owner}
        passkeys={factors.passkeys}
        isFirst={!hasFactor}
        onRecoveryCodes={setNewCodes}
      />
      <CodesSection
        owner={owner}
        since={factors.codesSince}
        isFirst={!hasFactor}
        onRecoveryCodes={setNewCodes}
      />
      {hasFactor && (
        <RecoverySection
          owner={owner}
          left={factors.recoveryCodesLeft}
          onRecoveryCodes={setNewCodes}
        />
      )}
      {newCodes.length > 0 && <RecoveryCodes codes={newCodes} onClose={() => setNewCodes([])} />}
    </>
  );
}
