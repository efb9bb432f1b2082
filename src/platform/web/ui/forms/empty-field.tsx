/** Name of the honeypot field. */
const name = 'homepage';

/** A honeypot: a hidden field for programs that fill in every field; not reachable by screen readers or the Tab key. */
export function EmptyField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input
          type="text"
          name={name}
          tabIndex={-1}
          autoComplete="off"
          // Ignored by 1Password, LastPass, Bitwarden and Dashlane.
          data-1p-ignore=""
          data-lpignore="true"
          data-bwignore=""
          data-form-type="other"
        />
      </label>
    </div>
  );
}

/** The honeypot's value: undefined if it is empty, as when a person sends the form. */
export function emptyFieldOf(form: HTMLFormElement | null): string | undefined {
  const field = form?.elements.namedItem(name);
  const value = field instanceof HTMLInputElement ? field.value : '';
  return value === '' ? undefined : value;
}
