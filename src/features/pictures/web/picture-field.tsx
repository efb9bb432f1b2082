import { ImageUp } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../platform/web/ui/button.tsx';
import type { PictureFieldProps } from '../../../platform/web/ui/pictures/picture-uploader.ts';
import { useSending } from './use-sending.ts';
import './picture-field.css';

/** The filter of the file dialog; the server checks the file itself. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

const firstPicture = (files: FileList) =>
  [...files].find(({ type }) => type.startsWith('image/')) ?? files[0];

const stateTexts = {
  sent: 'The picture is on the site.',
  cancelled: 'Cancelled. The picture is not on the site.',
} as const;

/** The field of a picture's address, with a button to upload a file; it also takes dropped and pasted files. */
export function PictureField({ onPicture, onSending, children }: PictureFieldProps) {
  const { state, send, cancel } = useSending(onPicture);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refusalId = useId();
  const { progress, outcome, refusal } = state;
  const isSending = progress !== undefined;

  function take(files: FileList | null): boolean {
    const file = files ? firstPicture(files) : undefined;
    if (!file) return false;
    const upload = send(file);
    onSending?.(upload);
    return true;
  }

  function onPaste(event: ClipboardEvent) {
    if (take(event.clipboardData.files)) event.preventDefault();
  }

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Prevents the browser from opening the file in place of the page.
    event.preventDefault();
    setOver(true);
  }

  function onDrop(event: DragEvent) {
    setOver(false);
    if (take(event.dataTransfer.files)) event.preventDefault();
  }

  return (
    <fieldset
      aria-label="Picture"
      className={`grid min-w-0 gap-3 ${isOver ? 'outline-2 outline-offset-4 outline-accent outline-dashed' : ''}`}
      onPaste={onPaste}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accepted}
        onChange={({ target }) => {
          take(target.files);
          // Otherwise choosing the same file again would fire no `change` event.
          target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-3 noscript:hidden">
        <Button
          ref={button}
          size="small"
          aria-disabled={isSending}
          aria-describedby={refusal ? refusalId : undefined}
          onClick={() => !isSending && chooser.current?.click()}
        >
          <ImageUp aria-hidden="true" size={16} />
          Choose a picture
        </Button>
        {!isSending && (
          <span className="text-sm text-faint">or drop or paste one into the field</span>
        )}
        {isSending && (
          <>
            <progress
              aria-label="Sending the picture"
              max={1}
              value={progress}
              className="picture-progress"
            />
            <Button
              size="small"
              onClick={() => {
                cancel();
                button.current?.focus();
              }}
            >
              Cancel
            </Button>
          </>
        )}
      </div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isSending && (progress < 1 ? 'Sending the picture…' : 'Making it ready for readers…')}
        {outcome && stateTexts[outcome]}
      </p>
      {refusal && (
        <p id={refusalId} role="alert" className="text-sm text-bad">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}
