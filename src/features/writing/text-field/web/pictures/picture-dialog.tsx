import { useState } from 'react';
import type { PictureSize } from '../../../../../platform/text/picture-size.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { DialogForm } from '../../../../../platform/web/ui/forms/dialog-form.tsx';
import { TextField } from '../../../../../platform/web/ui/forms/field.tsx';
import { pictureMarkdown } from './picture-edits.ts';
import { SizeField } from './size-field.tsx';

interface PictureDialogProps {
  /** Opens the file chooser. */
  readonly onFromDevice: () => void;
  readonly onMarkdown: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Inserts a picture, from a file or an address. */
export function PictureDialog({ onFromDevice, onMarkdown, onClose }: PictureDialogProps) {
  const [given, setGiven] = useState('');
  const [alt, setAlt] = useState('');
  const [caption, setCaption] = useState('');
  const [size, setSize] = useState<PictureSize>();
  const [error, setError] = useState<string>();

  async function put(): Promise<boolean> {
    const address = given.trim();
    if (!isPictureUrl(address)) {
      setError('There is no picture at such an address: it begins with https://.');
      return false;
    }
    onMarkdown(pictureMarkdown(address, { alt, caption, size }));
    return true;
  }

  return (
    <DialogForm
      title="Picture"
      submitLabel="Add picture"
      pendingLabel="Adding…"
      onSubmit={put}
      onClose={onClose}
    >
      <div>
        <Button
          autoFocus
          onClick={() => {
            onFromDevice();
            onClose();
          }}
        >
          From this device
        </Button>
      </div>
      <TextField
        label="Or its address"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        error={error}
        value={given}
        onChange={({ target }) => setGiven(target.value)}
      />
      <TextField
        label="What it shows"
        placeholder="For those who can’t see it"
        autoComplete="off"
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <TextField
        label="Caption"
        placeholder="Stands below it"
        autoComplete="off"
        value={caption}
        onChange={({ target }) => setCaption(target.value)}
      />
      <SizeField size={size} onSize={setSize} />
    </DialogForm>
  );
}
