declare module '../../../storage/schema.ts' {
  interface Schema {
    redirects: RedirectsTable;
    missed_addresses: MissedAddressesTable;
  }
}

/** An address of the previous site, and its target: a blog or another address. */
export interface RedirectsTable {
  /** Normalized by `old-address.ts`. */
  path: string;
  /** The path with the names of its query parameters; null without parameters. */
  shape: string | null;
  /** The blog may be deleted: then its own address answers 410. */
  blog_id: string | null;
  /** A path of this site, or an https address. */
  address: string | null;
  /** Whether an owner created it: imports don't change such redirects. */
  is_by_hand: number;
  created_at: number;
}

/** A requested address without a page or a redirect. */
export interface MissedAddressesTable {
  path: string;
  /** Number of recent requests: it decays by a tenth each day. */
  count: number;
  /** The day of the last request, as its beginning in UTC. */
  day: number;
}
