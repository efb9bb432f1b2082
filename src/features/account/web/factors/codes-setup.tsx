import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { turnCodesOn } from '../../contract/factors.ts';
import { accountMessageOf } from '../account-messages.ts';
import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';

/** A secret without a first code yet. */
export interface Setup {
  readonly setup: string;
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
}

interface CodesSetupProps {
  readonly setup: Setup;
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  readonly onCancel: () => void;
}

/** Shows the secret as a QR code and as text, and asks for the first code: only a working app is turned on. */
export function CodesSetup({ setup, onDone, onCancel }: CodesSetupProps) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (code: string) => {
    setFailure(undefined);
    try {
      const { body } = await call(queries, turnCodesOn, { body: { setup: setup.setup, code } });
      await onDone(body.recoveryCodes);
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  });

  return (
    <div className="mt-6 grid gap-6 border-l-2 border-ink pl-4 sm:pl-6">
      <p>Scan this picture with your app, or type the key into it.</p>
      <QrCode text={setup.uri} label="The key of your account, for an authenticator app" />
      <div>
        <p className="text-sm font-semibold">Key</p>
        <p className="mt-1 font-mono text-sm wrap-anywhere select-all">
          {setup.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <CodeForm
        kind="code"
        isPending={isPending}
        error={failure}
        onCode={run}
        submitLabel="Turn codes on"
      />
      <div>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
