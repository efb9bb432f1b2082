import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { type TriedAddress, tryAddress } from '../contract.ts';

function sentenceOf({ answer, path, location }: TriedAddress): string {
  switch (answer) {
    case 'own':
      return `${path} is a page of this site.`;
    case 'leads-on':
      return `${path} leads to ${location}.`;
    case 'hidden':
      return `${path} would lead to a blog that readers don’t see now: they find nothing.`;
    case 'unusable':
      return 'This is no address that the site can read.';
    default:
      return `Nothing is at ${path}.`;
  }
}

/** Shows how the site would answer an address. */
export function TryAddress() {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState('');
  const { isPending, run } = useSingleFlight(async () => {
    try {
      const { body } = await call(queries, tryAddress, { query: { address: typed } });
      setOutcome(sentenceOf(body));
    } catch (error) {
      setOutcome(errorMessageOf(error));
    }
  });
  return (
    <form
      method="dialog"
      noValidate
      aria-label="Try an address"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run();
      }}
      className="grid max-w-measure gap-4 noscript:hidden"
    >
      <TextField
        label="Try an address"
        placeholder="/2019/05/title"
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <div>
        <Button type="submit" aria-disabled={isPending}>
          Try
        </Button>
      </div>
      <p role="status" className="min-h-6 wrap-anywhere">
        {outcome}
      </p>
    </form>
  );
}
