/**
 * Gives wide and full pictures below the side column the width of the whole window: CSS can't know where the column's
 * content ends.
 */
export function freePictures(text: HTMLElement, signal: AbortSignal): void {
  const pictures = text.querySelectorAll<HTMLElement>(':scope > :is(.wide, .full)');
  // The column itself is stretched to the height of the text.
  const last = document.querySelector('.side-column > :last-child');
  if (!last || pictures.length === 0) return;

  function look(): void {
    // Excludes the scroll bar, which `100vw` includes.
    text.style.setProperty('--window', `${document.documentElement.clientWidth}px`);
    const bottom = last?.getBoundingClientRect().bottom ?? 0;
    // In sequence: each change moves the pictures below.
    for (const picture of pictures) {
      picture.toggleAttribute('data-free', picture.getBoundingClientRect().top > bottom);
    }
  }
  const observer = new ResizeObserver(look);
  observer.observe(last.parentElement ?? last);
  addEventListener('resize', look, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
}
