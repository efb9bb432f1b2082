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
  /** The address that messages are forwarded to; null to forward none. */
  forward_to: string | null;
}

export interface ContactMessagesTable {
  /** Time-ordered. */
  id: string;
  name: string;
  /** Lower case, NFC. Not verified. */
  email: string;
  message: string;
  created_at: number;
  read_at: number | null;
  /** When a deleted message is removed for good. */
  ends_at: number | null;
  forward_state: 'none' | 'waiting' | 'sent' | 'failed';
}
