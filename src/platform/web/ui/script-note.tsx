/** For who has no JavaScript: why something isn't there, or does nothing. */
export function ScriptNote({ todo }: { readonly todo: string }) {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  return (
    <noscript>
      <p className="border-l-2 border-bad py-1 pl-4">
        JavaScript is needed to {todo}. Please switch it on for this site.
      </p>
    </noscript>
  );
}
