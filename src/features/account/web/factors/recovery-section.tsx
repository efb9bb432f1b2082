import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { renewRecoveryCodes } from '../../contract/factors.ts';
import { ConfirmDialog, type Owner } from './confirm-dialog.tsx';
import { refreshFactors } from './factor-queries.ts';

interface RecoverySectionProps {
  readonly owner: Owner;
  readonly left: number;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The count is highlighted from here down. */
const few = 3;

/** The number of recovery codes left, and a button that replaces them. */
export function RecoverySection({ owner, left, onRecoveryCodes }: RecoverySectionProps) {
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);

  async function renew(password: string): Promise<void> {
    const { body } = await call(queries, renewRecoveryCodes, { body: { password } });
    await refreshFactors(queries);
    onRecoveryCodes(body.recoveryCodes);
  }

  return (
    <HeadedSection className="max-w-measure" title="Recovery codes">
      <p className="text-soft text-pretty">
        For the day on which you have neither a passkey nor your app at hand.{' '}
        <span className={left <= few ? 'font-medium text-bad' : 'font-medium text-ink'}>
          {left === 1 ? '1 code is left.' : `${left} codes are left.`}
        </span>
      </p>
      <Button className="mt-4 noscript:hidden" onClick={() => setIsOpen(true)}>
        Make new codes
      </Button>
      {isOpen && (
        <ConfirmDialog
          owner={owner}
          title="Make new recovery codes?"
          text="The old ones stop working."
          submitLabel="Make new codes"
          pendingLabel="Making..."
          onConfirm={renew}
          onClose={() => setIsOpen(false)}
        />
      )}
    </HeadedSection>
  );
}
