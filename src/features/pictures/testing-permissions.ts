import type { Permission } from '../../identity/testing-access.ts';

/** One grey dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
);
const sendDot = () => ({
  path: '/api/pictures',
  init: { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: dot },
});

export const permissions: readonly Permission[] = [
  { route: 'POST /api/pictures', statuses: [401, 201, 201, 201, null], call: sendDot },
];
