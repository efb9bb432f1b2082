import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../platform/web/ui/button.tsx';
import { TextField } from '../platform/web/ui/forms/field.tsx';
import { UnavailablePage } from '../platform/web/ui/lists/empty-state.tsx';

/** The document's title. */
export const goneTitle = 'Blog removed';
export const goneText =
  'Its author has taken it down. Perhaps there is another one on its subject.';

/** Replaces a published blog that its author removed (410); the sidebar offers other blogs. */
export function Gone() {
  return (
    <UnavailablePage mark="410" drawing="frame" title="This blog has been removed" text={goneText}>
      <search className="basis-full">
        <form action={paths.allBlogs.to()} className="flex flex-wrap items-end gap-4">
          <TextField label="Search by title" type="search" name="search" />
          <Button type="submit" look="outline">
            Search
          </Button>
        </form>
      </search>
      <ButtonLink look="primary" to={paths.home.to()}>
        Back to Home
      </ButtonLink>
    </UnavailablePage>
  );
}
