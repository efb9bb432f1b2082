import type { ReactNode } from 'react';
import type { SiteLink } from '../../../platform/site/own-settings.ts';
import { countWords } from '../../../platform/text/count-words.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { ErrorSummary } from '../../../platform/web/ui/forms/error-summary.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import type { PictureUploader } from '../../../platform/web/ui/pictures/picture-uploader.ts';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { settingMax, settingTitles } from '../contract/settings-text.ts';
import { ColourField } from './colour-field.tsx';
import type { FactorQuestion } from './factor-question.ts';
import { FeaturedPart } from './featured-part.tsx';
import { KeptFields } from './kept-fields.tsx';
import { LinksField } from './links-field.tsx';
import { OwnField } from './own-field.tsx';
import { Part } from './part.tsx';
import { PeoplePart } from './people-part.tsx';
import type { SettingsForm as Form } from './use-settings-form.ts';

/** The props of a text setting's field. */
function textOf(
  { values, defaults, errors, set }: Form,
  name: 'name' | 'tagline' | 'intro' | 'email' | 'phone' | 'address' | 'footer',
) {
  return {
    name,
    value: values[name],
    standard: defaults[name],
    error: errors[name],
    onValue: (value: string) => set(name, value),
  };
}

interface FormProps {
  readonly form: Form;
}

function WhoItIs({ form }: FormProps) {
  return (
    <Part title="What it is called">
      <OwnField {...textOf(form, 'name')} label="Name" max={settingMax.name} />
      <OwnField
        {...textOf(form, 'tagline')}
        label="Tagline"
        max={settingMax.tagline}
        hint="In the footer of every page."
      />
      <OwnField
        {...textOf(form, 'intro')}
        label="Introduction"
        max={settingMax.intro}
        rows={2}
        hint="Below Home's heading, and what search engines tell of the site."
      />
    </Part>
  );
}

function Mark({
  form,
  pictureUploader,
}: FormProps & { readonly pictureUploader: PictureUploader }) {
  const { values, errors, set } = form;
  return (
    <Part title="Mark">
      <TextField
        label="Letters"
        name="markLetters"
        value={values.markLetters}
        maxLength={settingMax.markLetters}
        autoComplete="off"
        error={errors.markLetters}
        hint="One to three letters or digits, drawn on the accent. Empty for the mark that comes with the site."
        onChange={({ target }) => set('markLetters', target.value)}
      />
      <pictureUploader.Field onPicture={(address) => set('markPicture', address)}>
        <TextField
          label="Picture"
          name="markPicture"
          value={values.markPicture}
          autoComplete="off"
          error={errors.markPicture}
          hint="A square one, in the place of the letters. Empty for none."
          onChange={({ target }) => set('markPicture', target.value)}
        />
      </pictureUploader.Field>
    </Part>
  );
}

function Colours({ form }: FormProps) {
  const { values, defaults, set } = form;
  const isDrawn =
    values.accentLight === defaults.accentLight && values.accentDark === defaults.accentDark;
  return (
    <Part title="Accent">
      <p className="text-sm text-soft text-pretty">
        The one colour that means “act here”. What is shown in it must stay readable in both themes.
      </p>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <ColourField
          theme="light"
          label="Accent, light theme"
          value={values.accentLight}
          onValue={(value) => set('accentLight', value)}
        />
        <ColourField
          theme="dark"
          label="Accent, dark theme"
          value={values.accentDark}
          onValue={(value) => set('accentDark', value)}
        />
      </div>
      {!isDrawn && (
        <div>
          <Button
            look="plain"
            size="small"
            aria-label="Reset to default: accent"
            onClick={() => {
              set('accentLight', defaults.accentLight);
              set('accentDark', defaults.accentDark);
            }}
          >
            Reset to default
          </Button>
        </div>
      )}
    </Part>
  );
}

function Reached({ form }: FormProps) {
  const { values, errors, set } = form;
  return (
    <Part title="How it is reached">
      <p className="text-sm text-soft">What is left empty is not shown.</p>
      <OwnField {...textOf(form, 'email')} label="Email" max={254} type="email" />
      <OwnField {...textOf(form, 'phone')} label="Phone" max={settingMax.phone} type="tel" />
      <OwnField {...textOf(form, 'address')} label="Address" max={settingMax.address} rows={3} />
      <LinksField
        name="social"
        label="Social links"
        asMade="The names of four networks, as links that go nowhere."
        value={values.social}
        errors={errors}
        onValue={(value) => set('social', value)}
      />
    </Part>
  );
}

function Foot({ form }: FormProps) {
  const { values, errors, set } = form;
  return (
    <Part title="Footer">
      <OwnField
        {...textOf(form, 'footer')}
        label="Footer text"
        max={settingMax.footer}
        rows={3}
        hint="Below the tagline: whose site it is, under which licence."
      />
      <LinksField
        name="footerLinks"
        label="Links of the footer"
        asMade="Three columns, as links that go nowhere."
        value={values.footerLinks}
        errors={errors}
        onValue={(value) => set('footerLinks', value)}
      />
    </Part>
  );
}

function Kept({ form }: FormProps) {
  return (
    <Part title="How long it is kept">
      <p className="text-sm text-soft text-pretty">
        What is older goes for good within ten minutes. The log of what staff did stays.
      </p>
      <KeptFields form={form} />
    </Part>
  );
}

/** A setting's value, formatted for a sentence. */
function shown(value: unknown): string {
  if (value === null) return 'the default';
  if (typeof value === 'string') return value === '' ? 'nothing' : `“${value}”`;
  const entries = value as readonly (string | SiteLink)[];
  if (typeof entries[0] === 'string') return countWords(entries.length, 'blog', 'blogs');
  const links = value as readonly SiteLink[];
  return links.map(({ label, url }) => `${label} (${url})`).join(', ') || 'nothing';
}

function Disputes({ form: { disputes, set } }: FormProps) {
  if (disputes.length === 0) return null;
  return (
    <ul
      aria-label="Saved by another owner"
      className="grid gap-3 border-l-2 border-rule-strong pl-4"
    >
      {disputes.map(({ name, theirs }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="wrap-anywhere">
            They saved {shown(theirs)} as the {settingTitles[name]}.
          </span>
          <Button
            size="small"
            aria-label={`Take theirs: ${settingTitles[name]}`}
            onClick={() => set(name, theirs as never)}
          >
            Take theirs
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface SettingsFormProps extends FormProps {
  readonly pictureUploader: PictureUploader;
  /** Asks the viewer to verify their identity before staff no longer need a second factor. */
  readonly confirmFactor: (question: FactorQuestion) => ReactNode;
}

/** The form with all settings. */
export function SettingsForm({ form, pictureUploader, confirmFactor }: SettingsFormProps) {
  const { isChanged, isPending, failure, errors, question, save } = form;
  const isRefused = Object.keys(errors).length > 0;

  return (
    <form
      method="dialog"
      noValidate
      id="settings"
      aria-label="Settings"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-8"
    >
      <ScriptNote todo="change the settings" />
      <ErrorSummary refusal={isRefused ? errors : undefined} />
      <WhoItIs form={form} />
      <Mark form={form} pictureUploader={pictureUploader} />
      <Colours form={form} />
      <Reached form={form} />
      <Foot form={form} />
      <FeaturedPart form={form} />
      <PeoplePart form={form} />
      <Kept form={form} />
      <div className="grid gap-4 border-t border-rule pt-6">
        {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
        <Disputes form={form} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton isPending={isPending} pendingLabel="Saving...">
            Save settings
          </SubmitButton>
          {isChanged && <span className="text-sm text-soft">Not saved yet.</span>}
        </div>
      </div>
      {question && confirmFactor(question)}
    </form>
  );
}
