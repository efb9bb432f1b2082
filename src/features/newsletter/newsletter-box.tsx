import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../platform/web/api.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { toldReason } from '../../platform/web/told-reason.ts';
import { Button } from '../../platform/web/ui/button.tsx';
import { TextField } from '../../platform/web/ui/field.tsx';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { showToast, toastMs } from '../../platform/web/ui/toasts.tsx';
import { UnseenField } from '../../platform/web/ui/unseen-field.tsx';
import { useSingleFlight } from '../../platform/web/use-single-flight.ts';
import { subscribe } from './contract.ts';

function thank(): void {
  void showToast({
    text: 'Thank you for subscribing to our newsletter!',
    position: 'top-left',
    durationMs: toastMs,
    hasProgress: false,
    look: 'colored',
  });
}

/**
 * The newsletter's form. Unless the owner has switched the newsletter on it sends nothing: the field has no name and the
 * form's method is that of a dialog, so nothing leaves the page without a script either.
 */
export function NewsletterBox() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const headingId = useId();
  const queries = useQueryClient();
  const isOn = useSiteSettings().letters?.newsletter ?? false;
  const [outcome, setOutcome] = useState('');

  const { isPending, run } = useSingleFlight(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isOn) {
      const [email, website] = [...form.querySelectorAll('input')].map(({ value }) => value);
      setOutcome('');
      try {
        await call(queries, subscribe, { body: { email: email ?? '', website: website ?? '' } });
        setOutcome('Nearly there: a letter is on its way to you. Its link confirms it.');
      } catch (error) {
        setOutcome(toldReason(error));
        return;
      }
    }
    form.reset();
    thank();
  });

  return (
    <section aria-labelledby={headingId}>
      <SectionHeading size="side" id={headingId}>
        Newsletter
      </SectionHeading>
      <p className="text-sm text-soft text-pretty">
        Join 70,000 subscribers and get the best of the hub in your inbox.
      </p>
      <form method="dialog" onSubmit={run} className="mt-4 grid gap-3 noscript:hidden">
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          placeholder="you@example.com"
        />
        {isOn && <UnseenField />}
        <Button type="submit" aria-disabled={isPending}>
          Subscribe
        </Button>
        {isOn && (
          <p role="status" className="text-sm text-pretty">
            {outcome}
          </p>
        )}
      </form>
      <ScriptNote todo="subscribe" />
    </section>
  );
}
