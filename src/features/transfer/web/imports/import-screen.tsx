import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { endImport, type ManagedImport } from '../../import-contract.ts';
import { CountsTable } from './counts-table.tsx';
import { ImportChoices, type ImportQuestion } from './import-choices.tsx';
import { importKey, importQuery } from './import-queries.ts';
import { ImportReport } from './import-report.tsx';
import { ImportUpload } from './import-upload.tsx';
import { Progress } from './progress.tsx';

const items = (count: number) =>
  count === 1 ? '1 item so far' : `${count.toLocaleString('en-US')} items so far`;

function useEnd() {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const { run } = useSingleFlight(async ({ id, stage }: ManagedImport) => {
    const isMeant =
      stage !== 'running' ||
      (await ask({
        title: 'Stop this import?',
        text: 'What was brought in stays. The same file goes on where it was.',
        confirmLabel: 'Stop it',
      }));
    if (!isMeant) return;
    try {
      await call(queries, endImport, { params: { id } });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
    await queries.invalidateQueries({ queryKey: importKey });
  });
  return (found: ManagedImport) => void run(found);
}

const overWords = {
  done: 'It is done.',
  stopped: 'It was stopped. What was brought in stays; the same file goes on where it was.',
} as const;

/** The result of an import with its report, and a button for the next one. */
function Over({ found, onEnd }: { readonly found: ManagedImport; readonly onEnd: () => void }) {
  const { id, stage, counts, reason } = found;
  return (
    <>
      <div className="mb-6 grid gap-5">
        {stage === 'failed' ? (
          <ErrorNote>{reason || 'It could not be finished.'}</ErrorNote>
        ) : (
          <p>
            {found.fileName}: {stage === 'stopped' ? overWords.stopped : overWords.done}
          </p>
        )}
        {counts && <CountsTable counts={counts} caption="What came in" />}
        <div>
          <Button onClick={onEnd}>Import another file</Button>
        </div>
      </div>
      {counts && <ImportReport id={id} />}
    </>
  );
}

interface ImportScreenProps {
  /** Asks the viewer to verify their identity before the import starts. */
  readonly confirm: (question: ImportQuestion) => ReactNode;
}

/** An import from the upload to its report. */
export function ImportScreen({ confirm }: ImportScreenProps) {
  const { data: found, isError, refetch } = useQuery(importQuery());
  const end = useEnd();
  if (isError && found === undefined) {
    return <ErrorNote onRetry={() => refetch()}>The import could not be loaded.</ErrorNote>;
  }
  if (found === undefined) return <Skeleton className="h-14" />;
  const onEnd = () => found && end(found);
  if (!found || found.stage === 'uploading') {
    return (
      <>
        <ScriptNote todo="import a file" />
        <ImportUpload begun={found ?? undefined} onEnd={onEnd} />
      </>
    );
  }
  if (found.stage === 'ready' && found.preview) {
    return (
      <ImportChoices
        key={found.id}
        found={found}
        preview={found.preview}
        confirm={confirm}
        onEnd={onEnd}
      />
    );
  }
  if (found.stage === 'looking' || found.stage === 'running') {
    const isLook = found.stage === 'looking';
    return (
      <div className="grid gap-5">
        <Progress label={isLook ? 'Looking at the file' : 'Importing'} text={items(found.done)} />
        <p className="text-sm text-soft">This goes on by itself: the page may be closed.</p>
        <div>
          <Button onClick={onEnd}>Stop</Button>
        </div>
      </div>
    );
  }
  return <Over found={found} onEnd={onEnd} />;
}
