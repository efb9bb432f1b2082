/** The name of the field that only a program fills. */
const name = 'homepage';

/** Stands out of sight in a form, for programs that fill whatever there is; not for readers of screens, nor for the Tab key. */
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
          // As 1Password, LastPass, Bitwarden and Dashlane want to be told.
          data-1p-ignore=""
          data-lpignore="true"
          data-bwignore=""
          data-form-type="other"
        />
      </label>
    </div>
  );
}

/** What stands in the field: nothing, where a person has the form. */
export function emptyFieldOf(form: HTMLFormElement | null): string | undefined {
  const field = form?.elements.namedItem(name);
  const value = field instanceof HTMLInputElement ? field.value : '';
  return value === '' ? undefined : value;
}
