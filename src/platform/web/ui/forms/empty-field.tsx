/** The name of the field that only a program fills. */
const name = 'homepage';

/** A hidden field for programs that fill in every field; not for screen readers, nor for the Tab key. */
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
          // The attributes that 1Password, LastPass, Bitwarden and Dashlane read.
          data-1p-ignore=""
          data-lpignore="true"
          data-bwignore=""
          data-form-type="other"
        />
      </label>
    </div>
  );
}

/** The field's value: empty where a person sends the form. */
export function emptyFieldOf(form: HTMLFormElement | null): string | undefined {
  const field = form?.elements.namedItem(name);
  const value = field instanceof HTMLInputElement ? field.value : '';
  return value === '' ? undefined : value;
}
