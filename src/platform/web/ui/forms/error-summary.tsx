import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';

interface FieldProblem {
  /** The field's id. */
  readonly id: string;
  readonly text: string;
}

/** Whether the message names its field, as in "Short description is required." of the field "Short Description". */
function isNamed(message: string, label: string): boolean {
  return message.toLowerCase().startsWith(label.toLowerCase());
}

const isAside = (element: Element) => element.closest('[data-error-aside]') !== null;

/**
 * The errors of a form's fields, in visual order: a part with `data-error-aside` stands beside or below what follows it
 * in the document.
 */
function problemsIn(form: HTMLFormElement): readonly FieldProblem[] {
  return Array.from(form.querySelectorAll<HTMLElement>('[data-error-of]'))
    .toSorted((one, other) => Number(isAside(one)) - Number(isAside(other)))
    .map(({ id, dataset: { errorOf = '' }, textContent }) => ({
      id: id.replace(/-error$/, ''),
      text: isNamed(textContent, errorOf) ? textContent : `${errorOf}: ${textContent}`,
    }));
}

/**
 * Another element can represent a field, with its editable part in a shadow root; it names the field in `data-field`.
 */
function focusField(id: string): void {
  const seen = document.querySelector(`[data-field="${CSS.escape(id)}"]`);
  const field = seen ?? document.getElementById(id);
  const inner = field?.shadowRoot?.querySelector<HTMLElement>('[contenteditable]');
  if (inner) inner.focus();
  else if (field instanceof HTMLElement) field.focus();
}

interface ErrorSummaryProps {
  /** A new object for each refused submit; undefined before the first. */
  readonly refusal: object | undefined;
}

/**
 * At the beginning of a long form. After a submit with several errors it takes the focus and lists them with links
 * until the next submit; with one error, that field takes the focus.
 */
export function ErrorSummary({ refusal }: ErrorSummaryProps) {
  const headingId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);

  useEffect(() => {
    const form = place.current?.closest('form');
    const found = refusal && form ? problemsIn(form) : [];
    setProblems(found.length > 1 ? found : []);
    if (found.length === 1 && found[0]) focusField(found[0].id);
  }, [refusal]);

  useEffect(() => {
    if (problems.length > 0) place.current?.querySelector('section')?.focus();
  }, [problems]);

  function go(event: MouseEvent, id: string) {
    event.preventDefault();
    focusField(id);
  }

  return (
    <div ref={place} className="contents">
      {problems.length > 0 && (
        <section
          tabIndex={-1}
          aria-labelledby={headingId}
          className="scroll-mt-20 rounded-sm border-2 border-bad p-5"
        >
          <h2 id={headingId} className="font-display text-xl font-medium">
            {problems.length} fields need another look
          </h2>
          <ul className="mt-2 grid">
            {problems.map(({ id, text }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => go(event, id)}
                  className="inline-flex min-h-link items-center py-1 text-bad underline wrap-anywhere"
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
