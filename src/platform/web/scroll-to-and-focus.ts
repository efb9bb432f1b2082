/** Scrolls to an element and focuses it, so that screen readers continue there, too. */
export function scrollToAndFocus(element: HTMLElement): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.dataset.ledTo = '';
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
}
