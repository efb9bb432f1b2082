import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import type { Reader } from './storage.ts';

/** Runs `work` with a reader that records its queries; returns the plan of each query, by `explain`. */
export async function plansOf<Plan>(
  reader: Reader,
  explain: string,
  work: (reader: Reader) => Promise<unknown>,
): Promise<readonly (readonly Plan[])[]> {
  const asked: RootOperationNode[] = [];
  await work(
    reader.withPlugin({
      transformQuery({ node }) {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  return Promise.all(
    asked.map(async (node) => {
      const query = reader.getExecutor().compileQuery(node, createQueryId());
      const raw = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]);
      return (await reader.executeQuery<Plan>(raw)).rows;
    }),
  );
}
