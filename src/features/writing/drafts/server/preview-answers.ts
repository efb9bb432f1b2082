import { artworkOf, isCategory } from '../../../../blog/contract.ts';
import { findHold } from '../../../../blog/server/held/moderation-holds.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Replacement } from '../../../../identity/define-feature.ts';
import {
  createSecretToken,
  hashToken,
  isSecretToken,
} from '../../../../identity/session/secret-token.ts';
import { isSuspended } from '../../../../identity/suspension.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { shownPicture } from '../../../../platform/text/web-url.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';
import { draftTextSchema } from '../../common/contract.ts';
import type { DraftAddress } from '../../common/server/draft-address.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { draftNotFound } from '../contract/drafts.ts';
import {
  endPreviewLink,
  makePreviewLink,
  onePreview,
  previewNotFound,
  previewTooIntricate,
} from '../contract/preview-link.ts';

const linkRule: RateRule = { name: 'preview-link', limit: 30, perMs: 30_000 };
/** Each request renders the text, since drafts have no stored HTML. */
const lookRule: RateRule = { name: 'preview', limit: 30, perMs: 30_000 };

/** Throws `draft-not-found`. */
async function setPreviewHash(
  { db }: Write,
  { personId, key }: DraftAddress,
  hash: string | null,
): Promise<void> {
  const changed = await db
    .updateTable('saved_drafts')
    .set({ preview_hash: hash })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('removed_until', 'is', null)
    .returning('key')
    .executeTakeFirst();
  if (!changed) throw draftNotFound();
}

/** Whether staff hid or removed the draft's blog: the preview link doesn't work then. */
async function isTakenDown(db: Reader, key: string): Promise<boolean> {
  const held = await findHold(db, 'blog', key);
  return held !== undefined && held.state !== 'waiting';
}

/** Finds a draft by the hash of the link's token. */
async function findPreview(db: Reader, hash: string, now: number) {
  const row = await db
    .selectFrom('saved_drafts')
    .innerJoin('people', 'people.id', 'saved_drafts.person_id')
    .select(['saved_drafts.key', 'saved_drafts.text', 'saved_drafts.saved_at'])
    .select(['people.id as author_id', 'people.name', 'people.photo_url', 'people.bio'])
    .select('people.suspended_until')
    .where('saved_drafts.preview_hash', '=', hash)
    .where('saved_drafts.removed_until', 'is', null)
    // A deleted account has no previews.
    .where('people.ends_at', 'is', null)
    .executeTakeFirst();
  if (!row || isSuspended(row, now) || (await isTakenDown(db, row.key))) return undefined;
  return { ...row, text: draftTextSchema.parse(JSON.parse(row.text)) };
}

/** Whether the preview link with this token hash works; the draft's pictures are public then too. */
export async function isPreviewOpen(storage: Storage, hash: string): Promise<boolean> {
  return (await findPreview(storage.writer, hash, Date.now())) !== undefined;
}

/** Endpoints of preview links: secret, revocable, and without the author's identity in the address. */
export function previewAnswers(parts: WritingParts): readonly Answer[] {
  const { storage, limiter, layout, now = Date.now } = parts;
  return [
    answer(makePreviewLink, async ({ params: { key } }, { person }) => {
      await limiter.take(linkRule, person.id);
      const token = createSecretToken();
      const address = { personId: person.id, key };
      await writeAs(storage, person.id, (write) =>
        setPreviewHash(write, address, hashToken(token)),
      );
      return { token };
    }),

    answer(endPreviewLink, async ({ params: { key } }, { person }) => {
      const address = { personId: person.id, key };
      await writeAs(storage, person.id, (write) => setPreviewHash(write, address, null));
    }),

    answer(onePreview, async ({ params: { token } }, { request, reply }) => {
      await limiter.take(lookRule, networkOf(request.ip));
      // A replica may lag behind a revocation.
      const hash = isSecretToken(token) ? hashToken(token) : undefined;
      const row = hash && (await findPreview(storage.writer, hash, now()));
      if (!row) throw previewNotFound();
      const { text } = row;
      const { longDescription, ...words } = text;
      const laidOut = await layout.layOut(longDescription, row.author_id);
      if (!laidOut) throw previewTooIntricate();
      reply.header('cache-control', 'no-store');
      const shown = shownPicture(text.imageUrl);
      const category = isCategory(text.category) ? text.category : 'Other';
      return {
        ...words,
        imageUrl: shown ?? artworkOf(category),
        imageAlt: shown === null ? '' : text.imageAlt,
        category,
        longDescriptionHtml: laidOut.html,
        wordCount: laidOut.wordCount,
        author: { name: row.name, photo: shownPicture(row.photo_url), bio: row.bio },
        savedAt: isoOf(row.saved_at),
      };
    }),
  ];
}

/** Preview links revoked since a backup was made stay revoked. */
export async function previewLinksSinceBackup({ restored, replaced, isKept }: Replacement) {
  const read = (db: Reader) =>
    db
      .selectFrom('saved_drafts')
      .select('preview_hash')
      .where('preview_hash', 'is not', null)
      .execute();
  const still = new Set((await read(replaced)).map(({ preview_hash }) => preview_hash));
  const ended = (await read(restored)).filter(({ preview_hash }) => !still.has(preview_hash));
  if (ended.length === 0) return [];
  if (isKept) {
    for (const { preview_hash } of ended) {
      await restored
        .updateTable('saved_drafts')
        .set({ preview_hash: null })
        .where('preview_hash', '=', preview_hash)
        .execute();
    }
  }
  return [
    `${ended.length} links to drafts that were ended since ${isKept ? 'stay so' : 'work again'}.`,
  ];
}
