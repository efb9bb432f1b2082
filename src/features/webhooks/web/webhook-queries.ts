import { personalKey } from '../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { webhookDeliveries, webhookList } from '../contract.ts';

export const webhooksQuery = endpointQuery(
  [...personalKey, 'manage', 'webhooks'],
  webhookList,
  {},
  { staleTime: 0 },
);

export function deliveriesQuery(id: string) {
  return endpointQuery(
    [...personalKey, 'manage', 'webhook-deliveries', id],
    webhookDeliveries,
    { params: { id } },
    { staleTime: 0 },
  );
}
