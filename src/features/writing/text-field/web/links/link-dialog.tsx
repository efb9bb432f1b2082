import { useState } from 'react';
import { DialogForm } from '../../../../../platform/web/ui/forms/dialog-form.tsx';
import { TextField } from '../../../../../platform/web/ui/forms/field.tsx';
import type { Edit } from '../markdown-commands.ts';
import { type LinkPlace, linkEdit, readAddress } from './link-edits.ts';

interface LinkDialogProps {
  readonly place: LinkPlace;
  readonly onEdit: (edit: Edit) => void;
  readonly onClose: () => void;
}

/** Edits a link's address and words. An empty address removes the link and keeps the words. */
export function LinkDialog({ place, onEdit, onClose }: LinkDialogProps) {
  const [given, setGiven] = useState(place.address);
  const [words, setWords] = useState(place.words);
  const [error, setError] = useState<string>();
  const isThere = place.address !== '';

  async function put(): Promise<boolean> {
    const isRemoved = isThere && given.trim() === '';
    const address = isRemoved ? '' : readAddress(given);
    if (address === undefined) {
      setError('This can’t be an address: it begins with https:// or, on this site, with a /.');
      return false;
    }
    onEdit(linkEdit(place, words, address));
    return true;
  }

  return (
    <DialogForm
      title="Link"
      submitLabel={isThere ? 'Change link' : 'Add link'}
      pendingLabel="Adding…"
      onSubmit={put}
      onClose={onClose}
    >
      <TextField
        label="Address"
        inputMode="url"
        autoComplete="off"
        autoFocus
        placeholder="https://"
        hint={isThere ? 'Emptied, the link goes and its words stay.' : undefined}
        error={error}
        value={given}
        onChange={({ target }) => setGiven(target.value)}
      />
      <TextField
        label="Words"
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </DialogForm>
  );
}
