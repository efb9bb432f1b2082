/** The link whose click is being handled. */
let pressed: HTMLAnchorElement | undefined;

/**
 * Shows at once and without React that another page is loading: a progress line at the top (`data-leaving`), the
 * clicked link (`data-pressed`), and `aria-busy` for screen readers.
 */
export function showLeaving(): void {
  document.documentElement.dataset.leaving = '';
  if (pressed) pressed.dataset.pressed = '';
  const main = document.querySelector('main');
  if (main) main.ariaBusy = 'true';
}

/** Reverts `showLeaving`: the page has loaded or won't. */
export function showArrived(): void {
  delete document.documentElement.dataset.leaving;
  for (const link of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
    delete link.dataset.pressed;
  }
  const main = document.querySelector('main');
  if (main) main.ariaBusy = null;
}

/**
 * Whether the browser opens the link as a page in this tab: not in another window, not a download, not an anchor on the
 * same page.
 */
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
 * Shows the loading state for links and searches that the browser follows itself, as it does until a page is hydrated.
 * For navigations by the router, the router calls `showLeaving` while it handles the click.
 */
export function answerNavigation(): void {
  // In the capture phase, before the router's handler.
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
  // Escape stops the browser's loading.
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && showArrived());
  // The back button restores the page from the back/forward cache in the state in which it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && showArrived());
}
