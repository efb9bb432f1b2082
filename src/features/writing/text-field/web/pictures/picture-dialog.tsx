import { useState } from 'react';
import type { PictureSize } from '../../../../../platform/text/picture-size.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { DialogForm } from '../../../../../platform/web/ui/forms/dialog-form.tsx';
import { TextField } from '../../../../../platform/web/ui/forms/field.tsx';
import { type PicturePlace, pictureMarkdown } from './picture-edits.ts';
import { SizeField } from './size-field.tsx';

interface PictureDialogProps {
  /** The picture to change; undefined for a new one. */
  readonly picture: PicturePlace | undefined;
  /** Opens the file chooser. */
  readonly onFromDevice: () => void;
  readonly onMarkdown: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Inserts a picture, from a file or an address, or changes one. */
export function PictureDialog(props: PictureDialogProps) {
  const { picture, onFromDevice, onMarkdown, onClose } = props;
  const [given, setGiven] = useState(picture?.address ?? '');
  const [alt, setAlt] = useState(picture?.words.alt ?? '');
  const [caption, setCaption] = useState(picture?.words.caption ?? '');
  const [size, setSize] = useState<PictureSize | undefined>(picture?.words.size);
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

  const addressField = (
    <TextField
      label={picture ? 'Address' : 'Or its address'}
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      error={error}
      value={given}
      onChange={({ target }) => setGiven(target.value)}
    />
  );
  return (
    <DialogForm
      title="Picture"
      submitLabel={picture ? 'Change picture' : 'Add picture'}
      pendingLabel={picture ? 'Changing…' : 'Adding…'}
      onSubmit={put}
      onClose={onClose}
    >
      {!picture && (
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
      )}
      {!picture && addressField}
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
      {/* Last, as the focus begins in the first field, and the address seldom changes. */}
      {picture && addressField}
    </DialogForm>
  );
}
