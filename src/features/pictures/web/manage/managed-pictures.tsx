import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { paths } from '../../../../paths.ts';
import { smallestOf } from '../../../../platform/text/own-picture.ts';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button, ButtonLink } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { PictureFrame } from '../../../../platform/web/ui/pictures/picture-frame.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import {
  clearProfile,
  type ManagedPicture,
  type ManagedProfile as Profile,
  type ProfileField,
  putProfileBack,
  takeDownPicture,
} from '../../contract/manage.ts';
import { managedPicturesQuery } from './managed-pictures-query.ts';
import { ManagedProfile } from './managed-profile.tsx';
import { type Act, ReasonDialog } from './reason-dialog.tsx';

/** Inline in a line of text; a title can be long. */
const link = 'font-semibold underline decoration-accent underline-offset-4 hover:text-accent';

function stateOf({ takenDown, isPublic }: ManagedPicture): string {
  if (takenDown) return 'Taken down';
  return isPublic ? 'Seen by everybody' : 'Seen by its owner and staff only';
}

function PictureItem({
  picture,
  onTakeDown,
}: {
  readonly picture: ManagedPicture;
  readonly onTakeDown: () => void;
}) {
  const { name, address, owners, blogs, takenDown } = picture;
  return (
    <li className="grid gap-4 border-b border-rule py-5 sm:grid-cols-[12rem_1fr]">
      {takenDown ? (
        <div
          aria-hidden="true"
          className="aspect-3/2 rounded-sm border border-rule max-sm:hidden"
        />
      ) : (
        <a href={address} className="block" aria-label={`The picture ${name} in full`}>
          <PictureFrame
            src={smallestOf(address)}
            fallbackSrc="/images/categories/other.webp"
            alt=""
            sizes="12rem"
            ratio="3/2"
          />
        </a>
      )}
      <div className="min-w-0">
        <p className={takenDown ? 'font-semibold text-bad' : 'font-semibold'}>{stateOf(picture)}</p>
        <p className="text-sm text-soft wrap-anywhere">{address}</p>
        <ul className="mt-1 grid gap-1 text-sm">
          {takenDown && (
            <li className="wrap-anywhere">
              <Moment at={takenDown.at} />: {takenDown.reason}
            </li>
          )}
          {owners.map((owner) => (
            <li key={owner.id}>
              of{' '}
              <Link to={paths.managePictures.to({ search: owner.id })} className={link}>
                <bdi>{owner.name}</bdi>
              </Link>
            </li>
          ))}
          {blogs.map((blog) => (
            <li key={blog.id} className="wrap-anywhere">
              in{' '}
              {blog.isVisible ? (
                <Link to={paths.blog.to(blog.id)} className={link}>
                  <bdi>{blog.title}</bdi>
                </Link>
              ) : (
                <>
                  <bdi>{blog.title}</bdi> (not published)
                </>
              )}
            </li>
          ))}
        </ul>
        {!takenDown && (
          <div className="mt-3">
            <Button size="small" look="danger" onClick={onTakeDown}>
              Take down for good
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Clears or restores a person's photo or bio, each with an undo. */
function useProfileActs() {
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: personalKey });
  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    });
    await renew();
  });
  const putBack = (id: string, field: ProfileField) =>
    void run(async () => {
      await call(queries, putProfileBack, { params: { id }, body: { field } });
      void showToast({ text: 'It is back.' });
    });
  return {
    isPending,
    renew,
    putBack,
    async clear(id: string, field: ProfileField, reason: string) {
      await call(queries, clearProfile, { params: { id }, body: { field, reason } });
      await renew();
      void showToast({ text: 'It is cleared.', undo: () => putBack(id, field) });
    },
  };
}

/** The pictures at an address, and the profile of their author. */
export function ManagedPictures({ address }: { readonly address: string }) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(managedPicturesQuery(address));
  const profileActs = useProfileActs();
  const [act, setAct] = useState<Act>();

  const askToTakeDown = (picture: ManagedPicture) =>
    setAct({
      title: 'Take this picture down for good?',
      text: 'Nobody sees it any more, whatever shows it, and nobody can send it again. This can’t be undone.',
      label: 'Take down',
      async work(reason) {
        const body = { address: picture.address, reason };
        await call(queries, takeDownPicture, { body });
        await profileActs.renew();
        void showToast({ text: 'The picture is taken down.' });
      },
    });
  const askToClear = ({ id, name }: Profile, field: ProfileField) =>
    setAct({
      title: `Clear the ${field} of ${name}?`,
      text: 'It is shown nowhere any more. It can be put back here for 30 days, unless they set another.',
      label: 'Clear',
      work: (reason) => profileActs.clear(id, field, reason),
    });

  if (address === '') return null;
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The pictures could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-32" />;
  const { pictures, profile } = data;
  return (
    <>
      {profile && (
        <ManagedProfile
          profile={profile}
          isPending={profileActs.isPending}
          onClear={(field) => askToClear(profile, field)}
          onPutBack={(field) => profileActs.putBack(profile.id, field)}
        />
      )}
      {pictures.length === 0 ? (
        <EmptyState
          drawing="frame"
          title="No pictures"
          text="There are none of this site at this address, or they have gone."
          action={<ButtonLink to={paths.managePictures.to()}>Clear search</ButtonLink>}
        />
      ) : (
        <ul className="border-t border-rule">
          {pictures.map((picture) => (
            <PictureItem
              key={picture.name}
              picture={picture}
              onTakeDown={() => askToTakeDown(picture)}
            />
          ))}
        </ul>
      )}
      {act && <ReasonDialog act={act} onClose={() => setAct(undefined)} />}
    </>
  );
}
