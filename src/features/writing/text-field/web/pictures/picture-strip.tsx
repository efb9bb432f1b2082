import { heightVariable } from '../../../../../platform/web/height-variable.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { TextField } from '../../../../../platform/web/ui/forms/field.tsx';
import { SizeField } from './size-field.tsx';
import type { PictureSending, TextPicture } from './use-picture-sending.ts';

interface ItemProps {
  readonly picture: TextPicture;
  readonly sending: PictureSending;
}

function OnItsWay({ picture, sending }: ItemProps) {
  const { name, progress } = picture;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <span role="status" className="min-w-0 wrap-anywhere">
        {progress < 1 ? `Sending ${name}…` : `Making ${name} ready for readers…`}
      </span>
      <progress
        aria-label={`Sending ${name}`}
        max={1}
        value={progress}
        className="h-2 w-32 accent-accent"
      />
      <Button size="small" onClick={() => sending.cancel(picture)}>
        Cancel
      </Button>
    </div>
  );
}

function Refused({ picture, sending }: ItemProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p role="alert" className="min-w-0 text-bad wrap-anywhere">
        {picture.name}: {picture.refusal}
      </p>
      <Button look="plain" size="small" onClick={() => sending.dismiss(picture)}>
        Close
      </Button>
    </div>
  );
}

/** Optional: the picture is in the text already. */
function Described({ picture, sending }: ItemProps) {
  const { address, words } = picture;
  return (
    <fieldset aria-label={`The picture ${picture.name}`} className="flex flex-wrap items-end gap-4">
      <img src={address} alt="" className="size-16 object-cover max-sm:order-last max-sm:size-11" />
      <div className="min-w-32 grow basis-0">
        <TextField
          label="What it shows"
          placeholder="For those who can’t see it"
          autoComplete="off"
          value={words.alt}
          onChange={({ target }) => sending.describe(picture, { ...words, alt: target.value })}
        />
      </div>
      <div className="min-w-32 grow basis-0">
        <TextField
          label="Caption"
          placeholder="Stands below it"
          autoComplete="off"
          value={words.caption}
          onChange={({ target }) => sending.describe(picture, { ...words, caption: target.value })}
        />
      </div>
      <SizeField
        size={words.size}
        onSize={(size) => sending.describe(picture, { ...words, size })}
      />
      <Button size="small" onClick={() => sending.dismiss(picture)}>
        Done
      </Button>
    </fieldset>
  );
}

/** Typed text stays clear of the list, too (`editor.css`). */
const reportHeight = heightVariable('--uploads-height');

/** Pictures being uploaded, and fields for the description of uploaded ones. */
export function PictureStrip({ sending }: { readonly sending: PictureSending }) {
  if (sending.pictures.length === 0) return null;
  return (
    <ul ref={reportHeight} aria-label="Pictures" className="writing-uploads">
      {sending.pictures.map((picture) => {
        const Item = picture.refusal ? Refused : picture.address ? Described : OnItsWay;
        return (
          <li key={picture.key}>
            <Item picture={picture} sending={sending} />
          </li>
        );
      })}
    </ul>
  );
}
