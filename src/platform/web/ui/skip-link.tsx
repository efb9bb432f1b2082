/** The first stop of the Tab key: past the navigation, to what the page is about. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link no-print">
      Skip to content
    </a>
  );
}
