/**
 * Gives wide and full pictures that begin below the side column the room of the whole window: no style can tell where the
 * column ends.
 */
export function freePictures(text: HTMLElement, signal: AbortSignal): void {
  const pictures = text.querySelectorAll<HTMLElement>(':scope > :is(.wide, .full)');
  // The column itself is as tall as what it stands beside.
  const last = document.querySelector('.side-column > :last-child');
  if (!last || pictures.length === 0) return;

  function look(): void {
    // Without the scroll bar, which is part of what styles call the window.
    text.style.setProperty('--window', `${document.documentElement.clientWidth}px`);
    const bottom = last?.getBoundingClientRect().bottom ?? 0;
    // One after the other: each moves those below it.
    for (const picture of pictures) {
      picture.toggleAttribute('data-free', picture.getBoundingClientRect().top > bottom);
    }
  }
  const observer = new ResizeObserver(look);
  observer.observe(last.parentElement ?? last);
  addEventListener('resize', look, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
}
