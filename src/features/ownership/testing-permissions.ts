import { ownersOnly, type Permission } from '../../identity/testing-access.ts';

export const permissions: readonly Permission[] = [
  ownersOnly('GET /api/manage/importedAuthors', 200),
  ownersOnly('GET /api/manage/importedAuthors/:id/drafts', 404),
  ownersOnly('GET /api/manage/handOvers', 200),
  ownersOnly('POST /api/manage/handOvers', 404, { authorId: 'none', email: 'a@example.org' }),
  ownersOnly('DELETE /api/manage/handOvers/:id', 404),
];
