import {
  type EventsKept,
  eventsKept,
  type MessagesKept,
  messagesKept,
} from '../../../platform/site/own-settings.ts';
import { SelectField } from '../../../platform/web/ui/forms/field.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const spans: Readonly<Record<MessagesKept | EventsKept, string>> = {
  '30': 'Thirty days',
  '90': 'Ninety days',
  '180': 'Half a year',
  '365': 'A year',
  '730': 'Two years',
  always: 'Until they are deleted',
};

interface KeptFieldProps<Days extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Days;
  readonly choices: readonly (Days & keyof typeof spans)[];
  readonly hint: string;
  readonly onValue: (value: Days) => void;
}

function KeptField<Days extends string>(props: KeptFieldProps<Days>) {
  const { choices, onValue, ...field } = props;
  return (
    <SelectField
      {...field}
      onChange={({ target }) =>
        onValue(choices.find((days) => days === target.value) ?? field.value)
      }
    >
      {choices.map((days) => (
        <option key={days} value={days}>
          {spans[days]}
        </option>
      ))}
    </SelectField>
  );
}

/** Retention periods of people's data. */
export function KeptFields({ form: { values, set } }: { readonly form: SettingsForm }) {
  return (
    <>
      <KeptField
        label="Messages of the contact form"
        name="messagesKept"
        value={values.messagesKept}
        choices={messagesKept}
        hint="Read or not."
        onValue={(value) => set('messagesKept', value)}
      />
      <KeptField
        label="Security events"
        name="eventsKept"
        value={values.eventsKept}
        choices={eventsKept}
        hint="Sign-ins and changes, which each person sees on their account page."
        onValue={(value) => set('eventsKept', value)}
      />
    </>
  );
}
