import type { RefObject } from 'react';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { TextField } from '../../../../../platform/web/ui/forms/field.tsx';
import { useIsHydrated } from '../../../../../platform/web/use-is-hydrated.ts';

interface TimeToPublishProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** The current schedule; null for none. */
  readonly publishAt: string | null;
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onSchedule: () => void;
  readonly onCancel: () => void;
}

/** Asks for the time of publication, or cancels the schedule. */
export function TimeToPublish(props: TimeToPublishProps) {
  const { field, publishAt, error, isPending, onSchedule, onCancel } = props;
  const isHydrated = useIsHydrated();
  return (
    <>
      <div className="publish-later">
        <TextField
          ref={field}
          type="datetime-local"
          label="Date and time"
          hint={isHydrated ? `By this device’s clock, ${zoneOfDevice()}` : 'By this device’s clock'}
          disabled={!isHydrated}
          error={error}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Button aria-disabled={isPending} onClick={onSchedule}>
          {publishAt === null ? 'Schedule' : 'Change the time'}
        </Button>
        {publishAt !== null && (
          <Button look="plain" aria-disabled={isPending} onClick={onCancel}>
            Don’t publish it
          </Button>
        )}
      </div>
    </>
  );
}

function zoneOfDevice(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
