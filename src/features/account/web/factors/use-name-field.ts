import { type ChangeEvent, useState } from 'react';
import type { z } from 'zod';

/** The name that a dialog asks for: its field's properties, and a check that marks the field where it can't be sent. */
export function useNameField(schema: z.ZodType, initial = '') {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();

  function check(): boolean {
    const message = schema.safeParse(name).error?.issues[0]?.message;
    setError(message);
    return message === undefined;
  }

  const field = {
    label: 'Name',
    required: true,
    autoComplete: 'off',
    value: name,
    error,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setName(target.value),
  };
  return { name, check, field };
}
