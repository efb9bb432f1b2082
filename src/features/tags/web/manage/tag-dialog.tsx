import { useId, useState } from 'react';
import { readTag } from '../../../../blog/tags.ts';
import { Refused } from '../../../../platform/text/read-value.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { DialogForm } from '../../../../platform/web/ui/forms/dialog-form.tsx';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';

/** The confirmation before a tag changes. */
export interface TagQuestion {
  readonly title: string;
  /** Describes the effect. */
  readonly text: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Label of the field for a name; without it there is no field. */
  readonly label?: string;
  readonly start?: string;
  /** Suggested names. */
  readonly known?: readonly string[];
  readonly isDanger?: boolean;
  /** Makes the change; throws the server's problem. */
  readonly work: (name: string) => Promise<void>;
}

interface TagDialogProps {
  readonly question: TagQuestion;
  readonly onClose: () => void;
}

/** Asks for a tag's new name, or for the tag that replaces it. */
export function TagDialog({ question, onClose }: TagDialogProps) {
  const { label, known = [] } = question;
  const [name, setName] = useState(question.start ?? '');
  const [complaint, setComplaint] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const listId = useId();

  function complaintAbout(): string | undefined {
    if (label === undefined) return undefined;
    const read = readTag(name);
    if (read instanceof Refused) return read.message;
    return read === '' ? 'A name is required.' : undefined;
  }

  async function submit(): Promise<boolean> {
    const wrong = complaintAbout();
    setComplaint(wrong);
    setFailure(undefined);
    if (wrong !== undefined) return false;
    try {
      await question.work(name);
      return true;
    } catch (error) {
      setFailure(errorMessageOf(error));
      return false;
    }
  }

  return (
    <DialogForm
      title={question.title}
      submitLabel={question.submitLabel}
      pendingLabel={question.pendingLabel}
      look={question.isDanger ? 'danger' : 'primary'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">{question.text}</p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      {label !== undefined && (
        <>
          <TextField
            label={label}
            dir="auto"
            autoComplete="off"
            required
            list={known.length > 0 ? listId : undefined}
            error={complaint}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <datalist id={listId}>
            {known.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </DialogForm>
  );
}
