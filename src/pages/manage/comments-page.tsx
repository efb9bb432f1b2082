import { managedCommentShows } from '../../features/moderation/contract/manage.ts';
import { managedCommentsQuery } from '../../features/moderation/web/manage-queries.ts';
import { paths } from '../../paths.ts';
import { definePage } from '../define-page.ts';
import { ManagedTexts } from './managed-texts.tsx';

function CommentsPage() {
  return (
    <ManagedTexts
      title="Comments"
      address={paths.managedComments}
      queryFor={managedCommentsQuery}
      shows={managedCommentShows}
      searchLabel="Words of the comment"
      noneTitle="No comments here"
    />
  );
}

export const page = definePage(paths.managedComments, {
  component: CommentsPage,
  queries: ({ query }) => [managedCommentsQuery(query)],
  head: () => ({ title: 'Comments', description: 'Keeping the comments of this site in order.' }),
});
