import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { contactSettings, messageList } from '../contract/manage.ts';

export const messagesKey = [...personalKey, 'messages'] as const;
export const contactSettingsKey = [...personalKey, 'contact-settings'] as const;

export interface MessagesRequest {
  /** Empty, or `unread`. */
  readonly list: string;
  readonly search: string;
  readonly cursor: string;
}

/** One page of the messages to the site. */
export function messagesQuery(query: MessagesRequest) {
  return queryOptions({
    queryKey: [...messagesKey, query],
    queryFn: async ({ client, signal }) =>
      (await call(client, messageList, { query }, { signal })).body,
    staleTime: 0,
  });
}

export function contactSettingsQuery() {
  return queryOptions({
    queryKey: contactSettingsKey,
    queryFn: async ({ client, signal }) =>
      (await call(client, contactSettings, {}, { signal })).body,
    staleTime: 0,
  });
}
