import type { Generated } from 'kysely';

declare module '../../../storage/schema.ts' {
  interface Schema {
    site_settings: SiteSettingsTable;
    invitations: InvitationsTable;
    invited_people: InvitedPeopleTable;
  }
}

/** Each state that the settings were saved in; the highest version is the one that holds. */
export interface SiteSettingsTable {
  version: number;
  /** JSON of what is set; what it doesn't name is as the site says it by itself. */
  settings: string;
  /** The version that this one took back to; null for one that was typed. */
  restored_from: number | null;
  /** Who saved it; null once their account is gone. */
  person_id: string | null;
  saved_at: number;
}

/** Links by which people may make an account. */
export interface InvitationsTable {
  id: string;
  /** SHA-256 of the link's token, hexadecimal. */
  token_hash: string;
  /** Whom it is for, in the words of who made it. */
  label: string;
  /** Who made it; null once their account is gone. */
  person_id: string | null;
  people_max: number;
  /** Grows as they come, and stays where an account goes again. */
  people_came: Generated<number>;
  created_at: number;
  ends_at: number;
  revoked_at: number | null;
}

/** Who came by which. */
export interface InvitedPeopleTable {
  person_id: string;
  invitation_id: string;
  came_at: number;
}
