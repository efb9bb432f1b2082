import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { lazyChunk } from '../../../platform/web/lazy-chunk.ts';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { showToast, toastMs } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { boxButton, boxWords } from '../contract/consent-words.ts';

/** For links to the box, which stands on most pages. */
export const newsletterBoxId = 'newsletter-box';

const loadAsking = lazyChunk(() => import('./ask-for-newsletter.ts'));

/**
 * The newsletter form, or a note that it is switched off. On a site without an owner it sends nothing: the field has no
 * name and the form's method is `dialog`, so nothing leaves the page without a script either.
 */
export function NewsletterBox() {
  // On every page, and seldom rendered: the compiler's output would add more bytes than it saves work.
  'use no memo';
  const headingId = useId();
  const queries = useQueryClient();
  const isOn = useSiteSettings().letters?.newsletter;

  const { run } = useSingleFlight(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      if (isOn) await (await loadAsking()).askForNewsletter(queries, form);
    } catch (error) {
      void showToast({ text: (error as Error).message, tone: 'bad' });
      return;
    }
    form.reset();
    void showToast({
      text: 'Thank you for subscribing to our newsletter!',
      position: 'top-left',
      durationMs: toastMs,
      hasProgress: false,
      look: 'colored',
    });
  });

  return (
    <section id={newsletterBoxId} aria-labelledby={headingId}>
      <SectionHeading size="side" id={headingId}>
        Newsletter
      </SectionHeading>
      <p className="text-sm text-soft text-pretty">
        {isOn === false ? 'This site sends no newsletter at this time.' : boxWords}
      </p>
      {isOn !== false && (
        <form method="dialog" onSubmit={run} className="mt-4 grid gap-3 noscript:hidden">
          <TextField
            // Unlike the labels of other forms: "Email" on the contact page is one field.
            label="Your email address"
            type="email"
            required
            autoComplete="email"
            placeholder="you@example.com"
          />
          {/* Honeypot: invisible to visitors, so only a bot fills it. */}
          {isOn && (
            <input aria-hidden="true" tabIndex={-1} autoComplete="off" className="sr-only" />
          )}
          <Button type="submit">{boxButton}</Button>
        </form>
      )}
      {isOn !== false && (
        <div className="mt-4">
          <ScriptNote todo="subscribe" />
        </div>
      )}
    </section>
  );
}
