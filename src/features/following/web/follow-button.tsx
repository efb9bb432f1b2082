import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../../identity/web/viewer.ts';
import { personal } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useFocusSuccessor } from '../../../platform/web/ui/use-focus-successor.ts';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { FollowForm } from './follow-form.tsx';
import { type Followed, followedIdsQuery, isFollowed, mayFollow } from './following-queries.ts';
import { type FollowedAuthor, useFollow } from './use-follow.ts';

interface FollowButtonProps extends FollowedAuthor {
  /** The id of the element that names the author. */
  readonly describedBy?: string | undefined;
}

interface ToggleProps extends FollowButtonProps {
  readonly isFollowed: boolean;
}

function Toggle({ authorId, name, describedBy, isFollowed }: ToggleProps) {
  'use no memo';
  const setFollowed = useFollow();
  const { isPending, run } = useSingleFlight(() => setFollowed({ authorId, name }, !isFollowed));
  const button = useFocusSuccessor('button');

  return (
    <>
      <Button
        ref={button}
        look={isFollowed ? 'outline' : 'primary'}
        size="small"
        aria-describedby={describedBy}
        aria-disabled={isPending}
        className="noscript:hidden"
        onClick={() => void run()}
      >
        {isFollowed ? 'Following' : 'Follow'}
        {isFollowed && <span className="sr-only">; unfollow</span>}
      </Button>
      <FollowForm authorId={authorId} isFollowed={isFollowed} describedBy={describedBy} />
    </>
  );
}

/** Until the ids are loaded. */
const unknown = personal<Followed>({ me: '', ids: [] });

/** Two slots, each with a button or nothing: on the viewer's own page both are empty. */
function MembersFollowButton(props: FollowButtonProps) {
  'use no memo';
  const { authorId } = props;
  const { data: followed = unknown } = useQuery(followedIdsQuery());
  return (
    <>
      <Slot of={followed} is={isFollowed} about={authorId}>
        {(isSo) => isSo && <Toggle {...props} isFollowed />}
      </Slot>
      <Slot of={followed} is={mayFollow} about={authorId}>
        {(isSo) => isSo && <Toggle {...props} isFollowed={false} />}
      </Slot>
    </>
  );
}

/** Follows or unfollows an author; asks visitors to sign in. */
export function FollowButton(props: FollowButtonProps) {
  'use no memo';
  const { status } = useViewer();
  return (
    <span className="contents">
      {status === 'signed-in' ? (
        <MembersFollowButton {...props} />
      ) : (
        <Toggle {...props} isFollowed={false} />
      )}
    </span>
  );
}
