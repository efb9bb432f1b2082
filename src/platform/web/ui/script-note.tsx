/** Without JavaScript, explains why an element is missing or doesn't work. */
export function ScriptNote({ todo }: { readonly todo: string }) {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  return (
    <noscript>
      <p className="border-l-2 border-bad py-1 pl-4">
        JavaScript is needed to {todo}. Please switch it on for this site.
      </p>
    </noscript>
  );
}
