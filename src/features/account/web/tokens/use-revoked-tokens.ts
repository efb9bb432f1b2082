import { useQuery } from '@tanstack/react-query';
import { myTokensQuery } from './token-queries.ts';

/** The tokens that are revoked when all sessions end, as part of a sentence; empty without tokens. */
export function useRevokedTokens(): string {
  const { data: tokens = [] } = useQuery(myTokensQuery());
  if (tokens.length === 0) return '';
  const names = tokens.map(({ name }) => `“${name}”`).join(', ');
  return `Revoked as well: ${tokens.length === 1 ? 'your token' : 'your tokens'} ${names}.`;
}
