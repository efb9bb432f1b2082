/** The link whose press is being handled. */
let pressed: HTMLAnchorElement | undefined;

/**
 * Shows that another page is on its way, at once and without React: a line at the top (`data-leaving`), the link that was
 * pressed (`data-pressed`), and for screen readers that what they read is about to be replaced.
 */
export function showLeaving(): void {
  document.documentElement.dataset.leaving = '';
  if (pressed) pressed.dataset.pressed = '';
  const main = document.querySelector('main');
  if (main) main.ariaBusy = 'true';
}

/** Takes back what `showLeaving` shows: the page is there, or won't come. */
export function showArrived(): void {
  delete document.documentElement.dataset.leaving;
  for (const link of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
    delete link.dataset.pressed;
  }
  const main = document.querySelector('main');
  if (main) main.ariaBusy = null;
}

/** What the browser opens in this tab and as a page: no other window, no file, no place on the same page. */
function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false;
  if (link.target !== '' || link.hasAttribute('download')) return false;
  const { origin, pathname, search } = window.location;
  if (link.origin !== origin) return false;
  return link.hash === '' || link.pathname !== pathname || link.search !== search;
}

function linkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.href ? link : undefined;
}

/**
 * Answers presses of links and searches that the browser follows by itself, as it does until a page is hydrated. Where the
 * router follows them, it calls `showLeaving` while the press is being handled.
 */
export function answerNavigation(): void {
  // On its way down, before the router hears of it.
  const note = (event: MouseEvent) => {
    pressed = linkOf(event);
    setTimeout(() => {
      pressed = undefined;
    });
  };
  window.addEventListener('click', note, { capture: true });
  window.addEventListener('click', (event) => {
    if (!event.defaultPrevented && pressed && leadsAway(pressed, event)) showLeaving();
  });
  window.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!event.defaultPrevented && form.method === 'get') showLeaving();
  });
  // It stops the browser's loading.
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && showArrived());
  // The back button brings the page back as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && showArrived());
}
