import type { Access } from '../platform/contract/define-endpoint.ts';
import { toNfc } from '../platform/text/normal-form.ts';
import { shownPicture } from '../platform/text/web-url.ts';

/** A person's role: owners run the site, moderators keep order, members have an account. */
export const roles = ['owner', 'moderator', 'member'] as const;
export type Role = (typeof roles)[number];

/** Who of the staff decides about a person and what they wrote, as one of them sees it. */
export const deciders = ['you', 'owners', 'another-owner'] as const;
export type Decider = (typeof deciders)[number];

/** Whether a person is staff: a moderator or an owner. */
export function isStaff({ role }: { readonly role: Role }): boolean {
  return role !== 'member';
}

/** Whether calls and pages of this access exist for a person with an account. */
export function mayUse(access: Access, person: { readonly role: Role }): boolean {
  if (access === 'owner') return person.role === 'owner';
  return access !== 'staff' || isStaff(person);
}

/** A person with an account, as they see themselves. */
export interface Person {
  readonly id: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly role: Role;
}

interface PersonRow {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly photo_url: string | null;
  readonly role: Role;
}

export function personOfRow({ id, email, name, photo_url, role }: PersonRow): Person {
  return { id, email: email ?? '', displayName: name, photoURL: shownPicture(photo_url), role };
}

/** The tag of what a cached page shows of its viewer: their sessions, who they are, what is theirs. */
export function personTag(id: string): string {
  return `person:${id}`;
}

/** An address as it is stored and compared: NFC, lower case, without blanks around. */
export function normalEmail(text: string): string {
  return toNfc(toNfc(text.trim()).toLowerCase());
}
