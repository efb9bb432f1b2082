import { personalKey } from '../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { contactSettings, messageList } from '../contract/manage.ts';

export const messagesKey = [...personalKey, 'messages'] as const;
export const contactSettingsKey = [...personalKey, 'contact-settings'] as const;

export interface MessagesRequest {
  /** Empty, or `unread`. */
  readonly list: string;
  readonly search: string;
  readonly cursor: string;
}

export function messagesQuery(query: MessagesRequest) {
  return endpointQuery([...messagesKey, query], messageList, { query }, { staleTime: 0 });
}

export function contactSettingsQuery() {
  return endpointQuery(contactSettingsKey, contactSettings, {}, { staleTime: 0 });
}
