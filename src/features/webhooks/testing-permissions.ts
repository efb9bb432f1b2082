import { ownersOnly, type Permission } from '../../identity/testing-access.ts';

const webhook = { url: 'https://example.org/hook', events: ['blog.published'] };

export const permissions: readonly Permission[] = [
  ownersOnly('GET /api/manage/webhooks', 200),
  ownersOnly('POST /api/manage/webhooks', 201, webhook),
  ownersOnly('PUT /api/manage/webhooks/:id', 404, { ...webhook, isOn: true }),
  ownersOnly('DELETE /api/manage/webhooks/:id', 404),
  ownersOnly('POST /api/manage/webhooks/:id/test', 404),
  ownersOnly('GET /api/manage/webhooks/:id/deliveries', 404),
  ownersOnly('POST /api/manage/webhooks/deliveries/:id/again', 404),
];
