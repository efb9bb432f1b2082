import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Category, categories } from '../../../../blog/contract.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SelectField } from '../../../../platform/web/ui/forms/field.tsx';
import { SwitchField } from '../../../../platform/web/ui/forms/switch-field.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import {
  type ImportPreview,
  type ManagedImport,
  restrictedKinds,
  startImport,
} from '../../import-contract.ts';
import { CountsTable } from './counts-table.tsx';
import { importKey } from './import-queries.ts';
import { ImportReport } from './import-report.tsx';

type Kind = (typeof restrictedKinds)[number];

const kindWords: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  'signed-in': [
    'text that only signed-in readers could read',
    'texts that only signed-in readers could read',
  ],
  invited: [
    'text that only invited readers could read',
    'texts that only invited readers could read',
  ],
  paying: ['text that only paying readers could read', 'texts that only paying readers could read'],
  password: ['text behind a password', 'texts behind a password'],
  unmarked: [
    'text of which the file does not say who could read it',
    'texts of which the file does not say who could read them',
  ],
};

const asDrafts = 'Otherwise they come in as drafts, which nobody sees.';
const unmarkedHint = 'Some may have been for members only.';

/** The confirmation before the import starts. */
export interface ImportQuestion {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  /** Starts the import; throws the reason for a failure. */
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

interface ImportChoicesProps {
  readonly found: ManagedImport;
  readonly preview: ImportPreview;
  /** Asks the viewer to verify their identity. */
  readonly confirm: (question: ImportQuestion) => ReactNode;
  readonly onEnd: () => void;
}

function textsOf(count: number): string {
  return count === 1 ? '1 text' : `${count.toLocaleString('en-US')} texts`;
}

/** The result of the scan, and the owner's choices before the import. */
export function ImportChoices({ found, preview, confirm, onEnd }: ImportChoicesProps) {
  const queries = useQueryClient();
  const [mapped, setMapped] = useState<Readonly<Record<string, Category>>>({});
  const [opened, setOpened] = useState<ReadonlySet<Kind>>(new Set());
  const [fetchesPictures, setFetches] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const restricted = restrictedKinds.filter((kind) => preview.restricted[kind] > 0);

  async function start(password: string): Promise<void> {
    const chosen = preview.categories.map(({ name, becomes }) => ({
      name,
      becomes: mapped[name] ?? becomes,
    }));
    const body = { categories: chosen, opened: [...opened], fetchesPictures, password };
    await call(queries, startImport, { params: { id: found.id }, body });
    await queries.invalidateQueries({ queryKey: importKey });
  }

  function open(kind: Kind, isOpen: boolean): void {
    const others = [...opened].filter((one) => one !== kind);
    setOpened(new Set(isOpen ? [...others, kind] : others));
  }

  return (
    <>
      {found.reason && <ErrorNote>The rest of the file can’t be read: {found.reason}</ErrorNote>}
      <p className="mb-6">
        {found.fileName}: {found.system}. Nothing has been brought in yet.
      </p>
      <CountsTable counts={preview.counts} caption="What would happen" />
      {preview.authors.length > 0 && (
        <p className="mt-4 max-w-measure text-sm text-soft">By {preview.authors.join(', ')}.</p>
      )}
      {preview.categories.length > 0 && (
        <HeadedSection title="Categories">
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {preview.categories.map(({ name, becomes, texts }) => (
              <li key={name}>
                <SelectField
                  label={name}
                  hint={textsOf(texts)}
                  value={mapped[name] ?? becomes}
                  onChange={({ target }) =>
                    setMapped({ ...mapped, [name]: target.value as Category })
                  }
                >
                  {categories.map((category) => (
                    <option key={category}>{category}</option>
                  ))}
                </SelectField>
              </li>
            ))}
          </ul>
        </HeadedSection>
      )}
      <HeadedSection title="Before it begins">
        <div className="grid max-w-measure gap-5">
          {restricted.map((kind) => {
            const count = preview.restricted[kind];
            return (
              <SwitchField
                key={kind}
                label={`Open to everybody: ${count.toLocaleString('en-US')} ${kindWords[kind][count === 1 ? 0 : 1]}`}
                hint={kind === 'unmarked' ? `${unmarkedHint} ${asDrafts}` : asDrafts}
                checked={opened.has(kind)}
                onChange={({ target }) => open(kind, target.checked)}
              />
            );
          })}
          <SwitchField
            label="Fetch pictures that the file does not hold"
            hint="The site asks for them where they are now, by https. Otherwise they stay there, and readers load them from there."
            checked={fetchesPictures}
            onChange={({ target }) => setFetches(target.checked)}
          />
          <div className="flex flex-wrap gap-3">
            <Button look="primary" onClick={() => setIsAsking(true)}>
              Import
            </Button>
            <Button onClick={onEnd}>Put it away</Button>
          </div>
        </div>
      </HeadedSection>
      <ImportReport id={found.id} isOfLook />
      {isAsking &&
        confirm({
          title: 'Import this?',
          text: 'Texts that everybody could read there are published here. Nobody is told of any of it.',
          submitLabel: 'Import',
          onConfirm: start,
          onClose: () => setIsAsking(false),
        })}
    </>
  );
}
