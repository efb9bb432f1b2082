import { Button } from '../../../../platform/web/ui/button.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { PersonPhoto } from '../../../../platform/web/ui/pictures/person-photo.tsx';
import type { ManagedProfile as Profile, ProfileField } from '../../contract/manage.ts';

interface ManagedProfileProps {
  readonly profile: Profile;
  readonly isPending: boolean;
  readonly onClear: (field: ProfileField) => void;
  readonly onPutBack: (field: ProfileField) => void;
}

const labels: Readonly<Record<ProfileField, string>> = { bio: 'bio', photo: 'photo' };

/** A person's photo and bio, and their cleared values. */
export function ManagedProfile({ profile, isPending, onClear, onPutBack }: ManagedProfileProps) {
  const { name, bio, photo, cleared } = profile;
  const has = { bio: bio !== '', photo: photo !== '' };
  return (
    <section aria-labelledby="profile" className="flex gap-4 border-t border-rule py-5">
      <PersonPhoto photo={photo === '' ? null : photo} size={48} />
      <div className="min-w-0">
        <h2 id="profile" className="text-lg font-semibold wrap-anywhere">
          {name}
        </h2>
        <p dir="auto" className="mt-1 max-w-measure whitespace-pre-line wrap-anywhere">
          {bio === '' ? <span className="text-soft">No bio.</span> : bio}
        </p>
        {(['photo', 'bio'] as const).map((field) => {
          const kept = cleared[field];
          return kept === null || has[field] ? null : (
            <p key={field} className="mt-2 text-sm text-soft wrap-anywhere">
              The {labels[field]} was cleared on <Moment at={kept.at} />: {kept.reason}
            </p>
          );
        })}
        <div className="mt-2 flex flex-wrap gap-x-5">
          {(['photo', 'bio'] as const).map((field) => {
            if (!has[field] && cleared[field] === null) return null;
            const label = `${has[field] ? 'Clear' : 'Put back'} the ${labels[field]}`;
            return (
              <Button
                key={field}
                size="small"
                look="plain"
                aria-disabled={isPending}
                onClick={() => (has[field] ? onClear(field) : onPutBack(field))}
              >
                {label}
              </Button>
            );
          })}
        </div>
      </div>
    </section>
  );
}
