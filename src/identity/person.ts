import type { Access } from '../platform/contract/define-endpoint.ts';
import { toNfc } from '../platform/text/normal-form.ts';
import { shownPicture } from '../platform/text/web-url.ts';

/**
 * A person's role: owners run the site, moderators moderate, editors edit texts of members and imported authors,
 * members have an account.
 */
export const roles = ['owner', 'moderator', 'editor', 'member'] as const;
export type Role = (typeof roles)[number];

/**
 * A role as its columns. Editors have a column of their own: a version that doesn't know them treats everyone whose
 * `role` isn't `member` as staff.
 */
export interface RoleRow {
  readonly role: Exclude<Role, 'editor'>;
  readonly is_editor: number;
}

export function roleOf({ role, is_editor }: RoleRow): Role {
  return role === 'member' && is_editor === 1 ? 'editor' : role;
}

export function roleRow(role: Role): RoleRow {
  return role === 'editor' ? { role: 'member', is_editor: 1 } : { role, is_editor: 0 };
}

/** The staff who can decide about a person and their texts, from a staff member's view. */
export const deciders = ['you', 'owners', 'another-owner'] as const;
export type Decider = (typeof deciders)[number];

/** Whether a person is staff: a moderator, an editor or an owner. */
export function isStaff({ role }: { readonly role: Role }): boolean {
  return role !== 'member';
}

/** Whether a person with an account may use endpoints and pages of this access. */
export function mayUse(access: Access, person: { readonly role: Role }): boolean {
  const { role } = person;
  if (access === 'owner') return role === 'owner';
  if (access === 'staff') return role === 'owner' || role === 'moderator';
  return access !== 'editor' || role === 'owner' || role === 'editor';
}

const staffAccess = ['owner', 'staff', 'editor'] as const;

/** Whether a role may do all that another may. */
export function isAtLeast(role: Role, other: Role): boolean {
  return staffAccess.every(
    (access) => !mayUse(access, { role: other }) || mayUse(access, { role }),
  );
}

/** A person with an account, as shown to themselves. */
export interface Person {
  readonly id: string;
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly role: Role;
}

interface PersonRow extends RoleRow {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly photo_url: string | null;
}

export function personOfRow(row: PersonRow): Person {
  const { id, email, name, photo_url } = row;
  const photoURL = shownPicture(photo_url);
  return { id, email: email ?? '', displayName: name, photoURL, role: roleOf(row) };
}

/** Cache tag of a viewer: their sessions, profile and personal data. */
export function personTag(id: string): string {
  return `person:${id}`;
}

/** An address as stored and compared: NFC, lower case, trimmed. */
export function normalEmail(text: string): string {
  return toNfc(toNfc(text.trim()).toLowerCase());
}
