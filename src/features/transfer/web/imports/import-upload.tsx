import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button, buttonClass } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { beginImport, importBytesMax, type ManagedImport } from '../../import-contract.ts';
import { importKey } from './import-queries.ts';
import { Progress } from './progress.tsx';
import { sendFile } from './send-file.ts';

const mebibyte = 1_024 * 1_024;
const sizeOf = (bytes: number) =>
  `${(bytes / mebibyte).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`;

function messageOf(error: unknown): string {
  return error instanceof TypeError
    ? 'The connection was lost. Choose the same file to go on from where it broke off.'
    : errorMessageOf(error);
}

interface ImportUploadProps {
  /** An import with an incomplete upload: it resumes with the same file. */
  readonly begun: ManagedImport | undefined;
  readonly onEnd: () => void;
}

/** Uploads a chosen file; an interrupted upload is resumed. */
export function ImportUpload({ begun, onEnd }: ImportUploadProps) {
  const queries = useQueryClient();
  const id = useId();
  const [sent, setSent] = useState<{ readonly received: number; readonly bytes: number }>();
  const [failure, setFailure] = useState('');
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  async function send(file: File): Promise<void> {
    setFailure('');
    if (file.size > importBytesMax) {
      setFailure('This file is larger than 2 GiB. Bring it in at the machine, by npm run import.');
      return;
    }
    if (begun && (begun.fileName !== file.name || begun.bytes !== file.size)) {
      setFailure(`This is another file than ${begun.fileName}. End that import before.`);
      return;
    }
    const own = new AbortController();
    stopping.current = own;
    try {
      const body = { fileName: file.name, bytes: file.size };
      const started = begun ?? (await call(queries, beginImport, { body })).body;
      const { bytes } = started;
      setSent({ received: started.received, bytes });
      const onProgress = (received: number) => setSent({ received, bytes });
      await sendFile(queries, file, started, { signal: own.signal, onProgress });
    } catch (error) {
      if (!own.signal.aborted) setFailure(messageOf(error));
    }
    setSent(undefined);
    await queries.invalidateQueries({ queryKey: importKey });
  }

  if (sent) {
    return (
      <div className="grid gap-5">
        <Progress
          label="Sending the file"
          part={sent.received / sent.bytes}
          text={`${sizeOf(sent.received)} of ${sizeOf(sent.bytes)}`}
        />
        <p className="text-sm text-soft">
          Keep this page open. Where the connection breaks, choosing the same file goes on.
        </p>
        <div>
          <Button onClick={() => stopping.current?.abort()}>Pause</Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {begun && (
        <p>
          {sizeOf(begun.received)} of {begun.fileName} have arrived. Choose the same file to go on.
        </p>
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <div className="flex flex-wrap items-center gap-3">
        <label
          htmlFor={id}
          className={`${buttonClass({ look: 'primary' })} focus-within:outline-2 noscript:hidden`}
        >
          {begun ? 'Choose it again' : 'Choose a file'}
          <input
            id={id}
            type="file"
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void send(file);
            }}
          />
        </label>
        {begun && <Button onClick={onEnd}>End this import</Button>}
      </div>
    </div>
  );
}
