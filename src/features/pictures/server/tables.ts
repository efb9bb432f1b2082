declare module '../../../storage/schema.ts' {
  interface Schema {
    pictures: PicturesTable;
    taken_down_pictures: TakenDownPicturesTable;
    cleared_profiles: ClearedProfilesTable;
    upload_folders: UploadFoldersTable;
  }
}

/** Whose picture it is; the same picture may be several people's. Its files lie under its name. */
export interface PicturesTable {
  id: string;
  /** As `readPictureName` reads it. */
  name: string;
  /** Null for nobody's: blogs without an author show it, and look_at is never; or nobody does, and it is due to go. */
  owner_id: string | null;
  /** What all its files take together. */
  bytes: number;
  /** When its owner last sent it. */
  created_at: number;
  /** When it was last found in a text of its owner, or sent; long ago, it goes. */
  used_at: number;
  /** When it is to be looked for next. */
  look_at: number;
}

/** Pictures that staff took down for good, by the digest in their names: nobody sends them again. */
export interface TakenDownPicturesTable {
  digest: string;
  name: string;
  reason: string;
  taken_at: number;
}

/** What staff cleared of a profile, until it can't be put back any more. */
export interface ClearedProfilesTable {
  id: string;
  person_id: string;
  /** `ProfileField`. */
  field: string;
  value: string;
  reason: string;
  cleared_at: number;
}

/** A folder into which a machine of this site puts pictures; more than one at a time share none. */
export interface UploadFoldersTable {
  /** As a file in the folder says it. */
  id: string;
  machine: string;
  seen_at: number;
}
