declare module '../../../storage/schema.ts' {
  interface Schema {
    redirects: RedirectsTable;
    missed_addresses: MissedAddressesTable;
  }
}

/** An address of before, and where it leads: to a blog, or to another address. */
export interface RedirectsTable {
  /** As `old-address.ts` spells it. */
  path: string;
  /** The path with the names of the query that count; null where none does. */
  shape: string | null;
  /** The blog may be gone: its own address says so then. */
  blog_id: string | null;
  /** A path of this site, or an https address. */
  address: string | null;
  /** Whether an owner wrote it: no import changes it. */
  is_by_hand: number;
  created_at: number;
}

/** An address that nobody finds anything at. */
export interface MissedAddressesTable {
  path: string;
  /** How often it was asked for of late: each day a tenth is forgotten. */
  count: number;
  /** The last day, its beginning in UTC. */
  day: number;
}
