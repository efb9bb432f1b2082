/** What the browser does by itself when it is pressed, without any script of the page. */
const doneByBrowser = 'a[href], [popovertarget], summary, label, select, option, textarea';
const pressed = 'button, input, [role=button]';
const written = 'input, select, textarea';
const chosen = 'input[type=checkbox], input[type=radio], input[type=file]';
const textField = 'input, textarea, select, [contenteditable]';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A form that the browser can send by itself, such as a search. */
function isSentByBrowser(form: HTMLFormElement | null): boolean {
  return form?.method === 'get' && form.hasAttribute('action');
}

/** The control that a click is meant for; undefined where the browser does all there is to do. */
function heldControl(target: Element): HTMLElement | undefined {
  const control = target.closest<HTMLElement>(`${pressed}, ${doneByBrowser}`);
  if (!control || control.matches(doneByBrowser)) return undefined;
  if (control instanceof HTMLButtonElement && isSentByBrowser(control.form)) return undefined;
  const isText =
    control instanceof HTMLInputElement && !control.matches(`${chosen}, [type=submit]`);
  return isText ? undefined : control;
}

/**
 * Has the field say once more what was typed into it. React remembers the last value that it saw being set, and takes an
 * event for nothing new where the field has just that: so it sees another one first.
 */
function retype(field: Field, value: string): void {
  if (!field.isConnected) return;
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    const place = { start: field.selectionStart, end: field.selectionEnd };
    field.value = `${value} `;
    const prototype =
      field instanceof HTMLInputElement
        ? HTMLInputElement.prototype
        : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    if (place.start !== null) field.setSelectionRange(place.start, place.end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

export interface EventReplay {
  /** Does everything that was asked for meanwhile, in its order, and holds nothing any more. */
  readonly release: () => void;
}

/**
 * Keeps what somebody does while the page doesn't listen yet: a press of a button happens once it does, what they typed
 * stays. What the browser can do by itself, such as following a link or sending a search, it does at once.
 */
export function captureEvents(): EventReplay {
  const listening = new AbortController();
  /** One for each control: who presses again because nothing happens doesn't mean it twice. */
  const presses = new Map<EventTarget | Event, () => void>();
  const typed = new Map<Field, string>();

  function hold(event: Event, target: EventTarget, press: () => void): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    presses.set(target, press);
  }

  const listeners: Readonly<Record<string, (event: Event, target: Element) => void>> = {
    click(event, target) {
      const control = heldControl(target);
      if (control) hold(event, control, () => control.click());
    },
    submit(event, target) {
      if (!(target instanceof HTMLFormElement) || isSentByBrowser(target)) return;
      hold(event, target, () => target.requestSubmit());
    },
    input(_, target) {
      if (target.matches(written) && !target.matches(chosen)) {
        typed.set(target as Field, (target as Field).value);
      }
    },
    keydown(event, target) {
      if (!(event instanceof KeyboardEvent) || target.matches(textField)) return;
      presses.set(event, () => target.dispatchEvent(new KeyboardEvent('keydown', event)));
    },
  };
  for (const [type, listen] of Object.entries(listeners)) {
    document.addEventListener(
      type,
      (event) => event.target instanceof Element && listen(event, event.target),
      { capture: true, signal: listening.signal },
    );
  }

  return {
    release() {
      listening.abort();
      for (const [field, value] of typed) retype(field, value);
      for (const press of presses.values()) press();
    },
  };
}
