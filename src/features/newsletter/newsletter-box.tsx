import { type FormEvent, useId } from 'react';
import { Button } from '../../platform/web/ui/button.tsx';
import { TextField } from '../../platform/web/ui/field.tsx';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { showToast, toastMs } from '../../platform/web/ui/toasts.tsx';

function subscribe(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault();
  event.currentTarget.reset();
  void showToast({
    text: 'Thank you for subscribing to our newsletter!',
    position: 'top-left',
    durationMs: toastMs,
    hasProgress: false,
    look: 'colored',
  });
}

/**
 * The newsletter's form. It sends nothing: the field has no name and the form's method is that of a dialog, so
 * nothing leaves the page without a script either.
 */
export function NewsletterBox() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading size="side" id={headingId}>
        Newsletter
      </SectionHeading>
      <p className="text-sm text-soft text-pretty">
        Join 70,000 subscribers and get the best of the hub in your inbox.
      </p>
      <form method="dialog" onSubmit={subscribe} className="mt-4 grid gap-3 noscript:hidden">
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          placeholder="you@example.com"
        />
        <Button type="submit">Subscribe</Button>
      </form>
      <ScriptNote todo="subscribe" />
    </section>
  );
}
