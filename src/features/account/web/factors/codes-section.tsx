import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { beginCodes, turnCodesOff } from '../../contract/factors.ts';
import { firstFactorWarning } from './add-passkey-dialog.tsx';
import { CodesSetup, type Setup } from './codes-setup.tsx';
import { ConfirmDialog, type Owner } from './confirm-dialog.tsx';
import { refreshFactors } from './factor-queries.ts';

interface CodesSectionProps {
  readonly owner: Owner;
  /** ISO 8601; null while codes are off. */
  readonly since: string | null;
  readonly isFirst: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Codes of an authenticator app: on, off, or being set up. */
export function CodesSection({ owner, since, isFirst, onRecoveryCodes }: CodesSectionProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<'begin' | 'off'>();
  const [setup, setSetup] = useState<Setup>();
  const onClose = () => setOpen(undefined);

  async function begin(password: string): Promise<void> {
    setSetup((await call(queries, beginCodes, { body: { password } })).body);
  }

  async function turnOff(password: string): Promise<void> {
    await call(queries, turnCodesOff, { body: { password } });
    void showToast({ text: 'Codes are off.' });
    await refreshFactors(queries);
  }

  return (
    <HeadedSection className="max-w-measure" title="Authenticator app">
      <p className="text-soft text-pretty">
        An app on your phone shows six digits that change every half minute. Signing in asks for
        them after your password.
      </p>
      {since !== null && (
        <p className="mt-3">
          <span className="font-medium text-good">On</span> since <Moment at={since} />
        </p>
      )}
      {setup ? (
        <CodesSetup
          setup={setup}
          onDone={async (recoveryCodes) => {
            void showToast({ text: 'Codes are on.' });
            await refreshFactors(queries);
            setSetup(undefined);
            onRecoveryCodes(recoveryCodes);
          }}
          onCancel={() => setSetup(undefined)}
        />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3 noscript:hidden">
          <Button onClick={() => setOpen('begin')}>
            {since === null ? 'Set up an app' : 'Set up another app'}
          </Button>
          {since !== null && <Button onClick={() => setOpen('off')}>Turn codes off</Button>}
        </div>
      )}
      {open === 'begin' && (
        <ConfirmDialog
          owner={owner}
          title="Set up an authenticator app"
          {...(isFirst && { text: firstFactorWarning })}
          submitLabel="Continue"
          pendingLabel="Checking..."
          onConfirm={begin}
          onClose={onClose}
        />
      )}
      {open === 'off' && (
        <ConfirmDialog
          owner={owner}
          title="Turn codes off?"
          text="Signing in asks for no code any more."
          submitLabel="Turn off"
          pendingLabel="Turning off..."
          look="danger"
          onConfirm={turnOff}
          onClose={onClose}
        />
      )}
    </HeadedSection>
  );
}
