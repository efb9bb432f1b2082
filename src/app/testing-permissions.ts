import { get, open, type Permission } from '../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  { route: 'GET /*', statuses: [200, 200, 200, 200, null], call: get('/') },
  open('/healthz'),
  open('/readyz'),
  open('/api/openapi.json'),
  open('/api/docs'),
  open('/api/docs/styles.css'),
  open('/api/docs/script.js'),
];
