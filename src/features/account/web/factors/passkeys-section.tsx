import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import type { Passkey } from '../../contract/factors.ts';
import { identitySettingsQuery } from '../account-queries.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import type { Owner } from './confirm-dialog.tsx';
import { canUsePasskeys } from './passkey-ceremony.ts';
import { PasskeyItem } from './passkey-item.tsx';

interface PasskeysSectionProps {
  readonly owner: Owner;
  readonly passkeys: readonly Passkey[];
  /** Whether the account has no second factor yet. */
  readonly isFirst: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

const reasons = {
  number: 'Passkeys need a site with a name. This one goes by a number, so it can have none.',
  'plain-http': 'Passkeys need https. This site is reached without it, so it can have none.',
  browser: 'This browser does not know passkeys.',
} as const;

/** Why no passkey can be added here; undefined where one can. */
function useObstacle(): string | undefined {
  const { data: settings } = useQuery(identitySettingsQuery());
  const isHydrated = useIsHydrated();
  if (!settings) return undefined;
  if (settings.passkeys !== 'on') return reasons[settings.passkeys];
  return isHydrated && !canUsePasskeys() ? reasons.browser : undefined;
}

export function PasskeysSection({
  owner,
  passkeys,
  isFirst,
  onRecoveryCodes,
}: PasskeysSectionProps) {
  const [isAdding, setIsAdding] = useState(false);
  const obstacle = useObstacle();

  return (
    <HeadedSection className="max-w-measure" title="Passkeys">
      <p className="text-soft text-pretty">
        Your phone, your computer or a security key keeps a passkey, and signs you in by a finger, a
        face or a PIN. No password is typed, so none can be stolen.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mt-4 border-t border-rule">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} owner={owner} passkey={passkey} />
          ))}
        </ul>
      )}
      {obstacle === undefined ? (
        <Button className="mt-4 noscript:hidden" onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="mt-4 border-l-2 border-rule-strong py-1 pl-4">{obstacle}</p>
      )}
      {isAdding && (
        <AddPasskeyDialog
          owner={owner}
          isFirst={isFirst}
          onRecoveryCodes={onRecoveryCodes}
          onClose={() => setIsAdding(false)}
        />
      )}
    </HeadedSection>
  );
}
