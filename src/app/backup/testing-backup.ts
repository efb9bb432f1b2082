import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { allTexts } from '../../blog/server/texts.ts';
import type { Engine, Storage } from '../../storage/storage.ts';
import { createTestDatabase, type TestDatabase } from '../../storage/testing.ts';

export interface TestPlace {
  readonly database: TestDatabase;
  /** With `databaseUrl`, the options that commands and functions take. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** A folder of the running test, deleted after it. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The storage of a test site: a database and a folder for its pictures. */
export async function testPlace(engine: Engine, isMigrated = true): Promise<TestPlace> {
  const database = await createTestDatabase(engine, { isMigrated });
  const { databaseUrl } = database.options;
  const dataDir = databaseUrl ? testFolder() : database.options.dataDir;
  return { database, dataDir, databaseUrl };
}

export const pictureName = 'a1b2-800x600-102030';
const someTime = 1_795_132_800_123;

/** Inserts people with texts, and one with a picture: rows that triggers count, and characters of many kinds. */
export async function fillSite(storage: Storage, dataDir: string): Promise<void> {
  await storage.write(async ({ db }) => {
    for (const id of ['ada', 'ben']) {
      const none = { email: null, photo_url: null, bio: null, subject: null };
      await db
        .insertInto('people')
        .values({ id, name: `${id} “ü” 👩‍👩‍👧`, ...none, created_at: someTime })
        .execute();
    }
    for (let number = 0; number < 40; number += 1) {
      await allTexts(db)
        .insertInto('blogs')
        .values({
          id: `blog-${number}`,
          title: `About ${number}`,
          title_folded: `about ${number}`,
          image_url: `/images/uploads/${pictureName}.jpg`,
          category: 'Other',
          short_description: 'Short, with a "quote" and a \\ and a \u2028 line.',
          long_description: `${'Long. '.repeat(number * 100)}\nEnd.`,
          word_count: number,
          author_id: number % 3 === 0 ? null : 'ada',
          created_at: someTime + number,
          updated_at: someTime + number,
          version: 1,
          source_key: null,
        })
        .execute();
    }
    await allTexts(db)
      .insertInto('comments')
      .values({
        id: 'c',
        blog_id: 'blog-1',
        person_id: 'ben',
        text: 'ß',
        reply_to: 'b',
        answered_id: 'c',
        created_at: someTime,
        edited_at: someTime + 1,
        author_hidden_at: someTime + 2,
        bytes: 2,
      })
      .execute();
    await db
      .insertInto('closed_comments')
      .values({ blog_id: 'blog-1', closed_at: someTime })
      .execute();
    await db
      .insertInto('pictures')
      .values({
        id: 'p',
        name: pictureName,
        owner_id: 'ada',
        bytes: 3,
        created_at: someTime,
        used_at: someTime,
        look_at: someTime,
      })
      .execute();
    await db
      .insertInto('sessions')
      .values({
        token_hash: 'h',
        id: 's',
        person_id: 'ada',
        label: '',
        created_at: someTime,
        last_seen_at: someTime,
        expires_at: someTime,
        authenticated_at: someTime,
      })
      .execute();
  });
  putPicture(dataDir);
}

export function putPicture(dataDir: string): void {
  const folder = path.join(dataDir, 'uploads', 'a1', pictureName);
  mkdirSync(folder, { recursive: true });
  for (const file of ['256.avif', '800.jpg']) writeFileSync(path.join(folder, file), `of ${file}`);
}

/** A copy for a test to damage. */
export function copyOf(file: string): string {
  const copy = path.join(testFolder(), 'copy');
  cpSync(file, copy);
  return copy;
}
