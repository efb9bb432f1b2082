import { toNfc } from '../platform/text/normal-form.ts';
import { shownPicture } from '../platform/text/web-url.ts';

/** Somebody with an account, as they see themselves. */
export interface Person {
  readonly id: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
}

interface PersonRow {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly photo_url: string | null;
}

export function personOfRow({ id, email, name, photo_url }: PersonRow): Person {
  return { id, email: email ?? '', displayName: name, photoURL: shownPicture(photo_url) };
}

/** The tag of whatever a finished page shows of its viewer: their sessions, who they are, what is theirs. */
export function personTag(id: string): string {
  return `person:${id}`;
}

/** An address as it is stored and compared: NFC, lower case, without blanks around. */
export function normalEmail(text: string): string {
  return toNfc(toNfc(text.trim()).toLowerCase());
}
