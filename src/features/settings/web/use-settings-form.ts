import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import {
  confirmationNeeded,
  type SavedReply,
  saveSettings,
  settingsChanged,
  siteSettings,
} from '../contract/settings.ts';
import type { SettingName } from '../contract/settings-text.ts';
import { type FactorQuestion, factorQuestion } from './factor-question.ts';
import {
  defaultsOf,
  type FormErrors,
  type FormValues,
  isSameValue,
  mergeValues,
  readForm,
  valuesOf,
} from './form-values.ts';

interface Shown extends SavedReply {
  readonly machine: { readonly reading: 'members' | 'public' };
}

/** A value saved by another owner that differs from the one typed here. */
export interface SettingConflict {
  readonly name: SettingName;
  readonly theirs: FormValues[SettingName];
}

export interface SettingsForm {
  readonly values: FormValues;
  readonly defaults: FormValues;
  readonly errors: FormErrors;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  /** Why the last save failed. */
  readonly failure: string | undefined;
  readonly disputes: readonly SettingConflict[];
  /** What to confirm before the settings are saved. */
  readonly question: FactorQuestion | undefined;
  set<Name extends SettingName>(name: Name, value: FormValues[Name]): void;
  save(): Promise<void>;
}

const someoneWasFirst =
  'Somebody saved the settings while you were changing them. What you have not touched shows what they saved, and what you typed is still here. Look it over, and save again.';

/** State of the settings form; a save by another owner loses none of it. */
export function useSettingsForm(saved: Shown, onSaved: () => void): SettingsForm {
  const queries = useQueryClient();
  const defaults = defaultsOf(saved.machine);
  const [version, setVersion] = useState(saved.version);
  const [base, setBase] = useState(() => valuesOf(saved.settings, defaults));
  const [values, setValues] = useState(base);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string>();
  const [disputes, setDisputes] = useState<readonly SettingConflict[]>([]);
  const [isAsking, setIsAsking] = useState(false);

  async function takeTheirs(): Promise<void> {
    const { body } = await call(queries, siteSettings, {});
    const theirs = valuesOf(body.settings, defaults);
    const merged = mergeValues(base, values, theirs);
    setVersion(body.version);
    setBase(theirs);
    setValues(merged.values);
    setDisputes(merged.disputed.map((name) => ({ name, theirs: theirs[name] })));
    setFailure(someoneWasFirst);
  }

  async function send(password?: string): Promise<void> {
    const read = readForm(values, defaults);
    if ('errors' in read) {
      setErrors(read.errors);
      setFailure('Some of the settings can not be saved as they are.');
      return;
    }
    const { settings } = read;
    try {
      await call(queries, saveSettings, { body: { version, settings, password } });
      onSaved();
    } catch (error) {
      if (settingsChanged.is(error)) await takeTheirs();
      else if (confirmationNeeded.is(error)) setIsAsking(true);
      else throw error;
    }
  }

  const { isPending, run } = useSingleFlight(async () => {
    setErrors({});
    setFailure(undefined);
    await send().catch((error: unknown) => {
      setFailure(error instanceof Problem ? error.message : 'The site could not be reached.');
    });
  });

  return {
    values,
    defaults,
    errors,
    isChanged: !isSameValue(base, values),
    isPending,
    failure,
    disputes: disputes.filter(({ name, theirs }) => !isSameValue(values[name], theirs)),
    question: isAsking
      ? { ...factorQuestion, onConfirm: send, onClose: () => setIsAsking(false) }
      : undefined,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    save: run,
  };
}
