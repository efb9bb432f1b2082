import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    site_settings: SiteSettingsTable;
    invitations: InvitationsTable;
    invited_people: InvitedPeopleTable;
  }
}

/** Versions of the settings; the highest one is current. */
export interface SiteSettingsTable {
  version: number;
  /** JSON of the settings; missing ones have their default values. */
  settings: string;
  /** The version that was restored; null for an edited one. */
  restored_from: number | null;
  /** The owner who saved it; null once their account is deleted. */
  person_id: string | null;
  saved_at: number;
}

/** Invitation links, by which people can sign up. */
export interface InvitationsTable {
  id: string;
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  /** The creator's label for it, such as the invited person's name. */
  label: string;
  /** Its creator; null once their account is deleted. */
  person_id: string | null;
  people_max: number;
  /** Counts sign-ups; a deleted account doesn't lower it. */
  people_came: Generated<number>;
  created_at: number;
  ends_at: number;
  revoked_at: number | null;
}

/** The invitation by which a person signed up. */
export interface InvitedPeopleTable {
  person_id: string;
  invitation_id: string;
  came_at: number;
}
