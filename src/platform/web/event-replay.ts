/** Elements that work before hydration: natively, or (`data-live`) by an earlier script. */
const nativeControls =
  'a[href]:not([data-does-more]), [popovertarget], summary, label, select, option, textarea, [data-live]';
/** Links that do more than navigate are marked with `data-does-more`. */
const pressed = 'button, input, [role=button], a[data-does-more]';
const written = 'input, select, textarea';
const chosen = 'input[type=checkbox], input[type=radio], input[type=file]';
const textField = 'input, textarea, select, [contenteditable]';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A click with which the browser opens a link in another window or tab. */
function isForOtherWindow(event: Event): boolean {
  return event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
}

/** Whether the browser can submit the form without a script, such as a search. */
function isNativeForm(form: HTMLFormElement | null): boolean {
  return form?.method === 'get' && form.hasAttribute('action');
}

/** The control whose click must be replayed; undefined if the browser handles it. */
function replayedControl(target: Element): HTMLElement | undefined {
  const control = target.closest<HTMLElement>(`${pressed}, ${nativeControls}`);
  if (!control || control.matches(nativeControls)) return undefined;
  if (control instanceof HTMLButtonElement && isNativeForm(control.form)) return undefined;
  const isText =
    control instanceof HTMLInputElement && !control.matches(`${chosen}, [type=submit]`);
  return isText ? undefined : control;
}

/**
 * Dispatches the field's value as if it were typed again. React ignores an `input` event whose value equals the last one
 * that it saw being set, so another value is set first.
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

/** Keys for reading and navigation: the browser handles them, the page none. */
const readingKeys = /^(?:Tab|Enter|Shift|Control|Alt|Meta|CapsLock| |Arrow\w+|Page\w+|Home|End)$/;

export function isForBrowser({ key }: KeyboardEvent): boolean {
  return readingKeys.test(key);
}

export interface EventReplay {
  /** Whether a visitor waits for the answer to a press. */
  readonly isAwaited: () => boolean;
  /** Stops capturing, and replays the captured events in their order. */
  readonly replay: () => void;
}

/**
 * Captures interactions before hydration: clicks and key presses are replayed after it, and typed text is kept. What the
 * browser can do without a script, such as following a link or submitting a search, happens at once.
 */
export function captureEvents(): EventReplay {
  const listening = new AbortController();
  /** One entry per control: repeated clicks before hydration count once. */
  const presses = new Map<EventTarget | Event, () => void>();
  const typed = new Map<Field, string>();

  function hold(event: Event, target: EventTarget, press: () => void): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    presses.set(target, press);
  }

  const listeners: Readonly<Record<string, (event: Event, target: Element) => void>> = {
    click(event, target) {
      const control = replayedControl(target);
      if (!control || isForOtherWindow(event)) return;
      control.ariaBusy = 'true';
      hold(event, control, () => {
        control.ariaBusy = null;
        control.click();
      });
    },
    submit(event, target) {
      if (!(target instanceof HTMLFormElement) || isNativeForm(target)) return;
      hold(event, target, () => target.requestSubmit());
    },
    input(_, target) {
      if (target.matches(written) && !target.matches(chosen)) {
        typed.set(target as Field, (target as Field).value);
      }
    },
    keydown(event, target) {
      if (!(event instanceof KeyboardEvent) || target.matches(textField)) return;
      if (isForBrowser(event)) return;
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
    isAwaited: () => presses.size > 0,
    replay() {
      listening.abort();
      for (const [field, value] of typed) retype(field, value);
      for (const press of presses.values()) press();
    },
  };
}
