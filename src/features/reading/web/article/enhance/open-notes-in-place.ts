/** Pixels between a mark and its note. */
const gap = 8;

/** A click on a footnote's mark shows the note beside it; without a script the mark links to the note and back. */
export function openNotesInPlace(text: HTMLElement, signal: AbortSignal): void {
  text.addEventListener(
    'click',
    (event) => {
      // With a modifier key the link opens in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const { target } = event;
      const mark =
        target instanceof Element
          ? target.closest<HTMLAnchorElement>('a[data-footnote-ref]')
          : undefined;
      const note = mark && document.getElementById(decodeURIComponent(mark.hash.slice(1)));
      if (!mark || !note) return;
      event.preventDefault();
      show(note, mark);
    },
    { signal },
  );
}

function copyOf(note: HTMLElement): HTMLElement {
  const box = document.createElement('div');
  box.append(...note.cloneNode(true).childNodes);
  for (const back of box.querySelectorAll('[data-footnote-backref]')) back.remove();
  // These ids are in the document already.
  for (const named of box.querySelectorAll('[id]')) named.removeAttribute('id');
  return box;
}

function show(note: HTMLElement, mark: HTMLElement): void {
  const box = copyOf(note);
  box.className = 'footnote-in-place';
  box.popover = 'auto';
  box.role = 'note';
  box.ariaLabel = `Footnote ${mark.textContent}`;
  // The note takes the focus, so that screen readers announce it, and returns it to the mark.
  box.tabIndex = -1;
  box.autofocus = true;
  mark.focus({ preventScroll: true });
  (mark.closest('sup') ?? mark).after(box);
  box.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') box.remove();
  });

  const { left, top, bottom } = mark.getBoundingClientRect();
  box.style.setProperty('--mark-left', `${left}px`);
  box.style.setProperty('--note-top', `${bottom + gap + scrollY}px`);
  box.showPopover();
  const height = box.offsetHeight;
  if (bottom + gap + height > innerHeight && top > height + gap) {
    box.style.setProperty('--note-top', `${top - gap - height + scrollY}px`);
  }
}
