/**
 * `node plain-sqlite.mjs <file> <seconds>`: writes rows as long as comments, each in a durable transaction of its own,
 * and prints the number per second. SQLite has the site's settings.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

const [file = '', seconds = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table comments (id text primary key, blog_id text, person_id text, text text, created_at integer);
  create index comments_by_blog on comments (blog_id, id);
`);
const insert = database.prepare('insert into comments values (?, ?, ?, ?, ?)');
const began = performance.now();
const end = began + Number(seconds) * 1_000;
let count = 0;
while (performance.now() < end) {
  insert.run(randomUUID(), `blog ${count % 32}`, `person ${count % 32}`, randomUUID(), count);
  count += 1;
}
console.log((count * 1_000) / (performance.now() - began));
database.close();
