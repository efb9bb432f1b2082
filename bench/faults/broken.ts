/**
 * Preloaded into the site, breaks it on purpose: once the site serves, it reports each commit as done a while before it
 * is.
 */
import { Server } from 'node:net';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';

const laterMs = 50;
let isServing = false;

const listen = Server.prototype.listen as (...given: unknown[]) => Server;
Server.prototype.listen = function listening(this: Server, ...given: unknown[]): Server {
  isServing = true;
  return listen.apply(this, given);
} as never;

const nothing = { changes: 0, lastInsertRowid: 0 };
const prepare = DatabaseSync.prototype.prepare;
let isPending = false;

DatabaseSync.prototype.prepare = function broken(this: DatabaseSync, text: string): StatementSync {
  const statement = prepare.call(this, text);
  const run = statement.run.bind(statement);
  const commitLater = () => {
    if (isPending) return nothing;
    isPending = true;
    setTimeout(() => {
      isPending = false;
      if (this.isTransaction) run();
    }, laterMs);
    return nothing;
  };
  if (text === 'commit') statement.run = () => (isServing ? commitLater() : run());
  // Statements in between join the transaction that was reported as ended.
  if (text === 'begin immediate') statement.run = () => (this.isTransaction ? nothing : run());
  return statement;
};

const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
const committed = { command: 'COMMIT', rowCount: null, rows: [], fields: [] };

pg.Client.prototype.query = function broken(this: pg.Client, ...given: unknown[]): unknown {
  const [first] = given;
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
  if (text !== 'commit' || !isServing) return query.apply(this, given);
  setTimeout(() => void (query.call(this, 'commit') as Promise<unknown>).catch(() => {}), laterMs);
  return Promise.resolve(committed);
} as never;
