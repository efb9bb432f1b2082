declare module '../../../storage/schema.ts' {
  interface Schema {
    contact_settings: ContactSettingsTable;
    contact_messages: ContactMessagesTable;
  }
}

/** One row, or none for a site whose owner has never switched messages on. */
export interface ContactSettingsTable {
  id: string;
  is_on: number;
  /** Where messages are sent on to; null for nowhere. */
  forward_to: string | null;
}

export interface ContactMessagesTable {
  /** Time-ordered. */
  id: string;
  name: string;
  /** Lower case, NFC. Who wrote it need not be who it says. */
  email: string;
  message: string;
  created_at: number;
  read_at: number | null;
  /** When it goes, where it was deleted. */
  ends_at: number | null;
  forward_state: 'none' | 'waiting' | 'sent' | 'failed';
}
