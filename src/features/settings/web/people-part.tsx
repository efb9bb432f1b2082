import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { SelectField } from '../../../platform/web/ui/forms/field.tsx';
import { Part } from './part.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** Explains what a choice leaves public. */
function readingHint({ reading, signUp }: SettingsForm['values']): string {
  if (reading === 'public') return 'Everybody reads whole blogs and their comments.';
  const rest =
    signUp === 'everybody'
      ? 'Visitors see titles, pictures, authors and short descriptions, and are asked to sign in for the rest. It hides no text from programs: the API gives every blog to anybody.'
      : 'Visitors see titles, pictures, authors and short descriptions. As not everybody can sign up, the API gives whole blogs to members only.';
  return `${rest} Pictures inside texts are served to anybody who has their address.`;
}

/** Who may read and sign up, and what staff need. */
export function PeoplePart({ form }: { readonly form: SettingsForm }) {
  const { values, defaults, set } = form;
  const { accountsAt } = useSiteSettings();
  return (
    <Part title="People">
      <SelectField
        label="Who may read whole blogs"
        name="reading"
        value={values.reading}
        hint={`${readingHint(values)} ${
          values.reading === defaults.reading
            ? 'READING, where the site runs, says the same.'
            : 'READING, where the site runs, says otherwise; this goes before it.'
        }`}
        onChange={({ target }) => set('reading', target.value === 'public' ? 'public' : 'members')}
      >
        <option value="members">People with an account</option>
        <option value="public">Everybody</option>
      </SelectField>
      <SelectField
        label="Who may sign up"
        name="signUp"
        value={values.signUp}
        hint="People with an account can always sign in."
        onChange={({ target }) =>
          set(
            'signUp',
            (['invited', 'nobody'] as const).find((mode) => mode === target.value) ?? 'everybody',
          )
        }
      >
        <option value="everybody">Everybody</option>
        <option value="invited">People with an invitation</option>
        <option value="nobody">Nobody</option>
      </SelectField>
      {accountsAt === undefined && (
        <SelectField
          label="Second factor of owners, moderators and editors"
          name="staffFactor"
          value={values.staffFactor}
          hint="A passkey or an authenticator app. Where it is needed, who has none adds one first; so do you, to ask for it."
          onChange={({ target }) =>
            set('staffFactor', target.value === 'needed' ? 'needed' : 'optional')
          }
        >
          <option value="optional">As each of them likes</option>
          <option value="needed">Needed</option>
        </SelectField>
      )}
    </Part>
  );
}
