declare module '../../../storage/schema.ts' {
  interface Schema {
    pictures: PicturesTable;
    taken_down_pictures: TakenDownPicturesTable;
    cleared_profiles: ClearedProfilesTable;
    upload_folders: UploadFoldersTable;
  }
}

/** The owners of pictures; a picture can have several. Its files are stored under its name. */
export interface PicturesTable {
  id: string;
  /** As `readPictureName` reads it. */
  name: string;
  /** Null without an owner: either blogs without an author show it and look_at is never, or it is due for deletion. */
  owner_id: string | null;
  /** Total of all its files. */
  bytes: number;
  /** Time of its owner's last upload. */
  created_at: number;
  /** Time of its last upload or last use in a text of its owner; too long ago, it is deleted. */
  used_at: number;
  /** When the sweep checks its use next. */
  look_at: number;
}

/** Pictures that staff took down for good, by the digest in their names; uploads of them are refused. */
export interface TakenDownPicturesTable {
  digest: string;
  name: string;
  reason: string;
  taken_at: number;
}

/** Profile fields that staff cleared, kept for as long as they can be restored. */
export interface ClearedProfilesTable {
  id: string;
  person_id: string;
  /** `ProfileField`. */
  field: string;
  value: string;
  reason: string;
  cleared_at: number;
}

/** A picture folder in use by a machine of this site; several recent rows mean that the folder isn't shared. */
export interface UploadFoldersTable {
  /** From the marker file in the folder. */
  id: string;
  machine: string;
  seen_at: number;
}
