import type { ComponentProps } from 'react';

/** A field that no person sees or reaches: whatever fills it is a program. */
export function UnseenField(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input {...props} name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
