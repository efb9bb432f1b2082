import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import type { HeldState, TextKind } from '../../../src/blog/held.ts';
import { markBlog as mark } from '../../../src/blog/server/held/blog-marks.ts';
import { holdText } from '../../../src/blog/server/held/moderation-holds.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { deleteComment } from '../../../src/features/comments/contract.ts';
import {
  hideAllOf,
  markBlog,
  moveText,
  settleReports,
  showAllAgain,
} from '../../../src/features/moderation/contract/manage.ts';
import {
  closeReports,
  insertReport,
} from '../../../src/features/moderation/server/report-store.ts';
import {
  clearProfile,
  putProfileBack,
  takeDownPicture,
} from '../../../src/features/pictures/contract/manage.ts';
import { liftSuspension, setRole, suspend } from '../../../src/features/staff/contract/people.ts';
import {
  saveOthersBlog,
  takeOthersBlogBack,
} from '../../../src/features/writing/others-texts/contract.ts';
import { type Role, roles } from '../../../src/identity/person.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import { Problem } from '../../../src/platform/contract/problems.ts';
import { ownPictureAddress } from '../../../src/platform/text/own-picture.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

vi.setConfig({ testTimeout: 240_000 });

const document = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
const now = 1_000;
const reason = 'Spam.';

/** The table with this head in docs/security.md: each act with its outcomes for the columns. */
function readTable(head: string): ReadonlyMap<string, readonly string[]> {
  const [, rest = ''] = document.split(`| ${head} | an owner's |`);
  const [, , ...lines] = rest.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const rows = lines.slice(0, end).map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(rows.map(([, act = '', ...cells]) => [act, cells.slice(0, 5)]));
}

/** The person who acts, and the one that the act is about. */
interface Case {
  readonly by: Member;
  readonly about: Member;
  /** Creates a text of this person, held by staff as given. */
  text(kind: TextKind, held?: HeldState, batch?: string): Promise<string>;
  readonly storage: Storage;
  /** A member who reports. */
  readonly reader: Member;
}

type Act = (given: Case) => Promise<unknown>;

const bothKinds: readonly TextKind[] = ['blog', 'comment'];

function moving(from: 'shown' | HeldState, to: 'shown' | HeldState): readonly Act[] {
  return bothKinds.map((kind) => async ({ by, text }) => {
    const id = await text(kind, from === 'shown' ? undefined : from);
    await by.call(moveText, { body: { kind, id, from, to, reason } });
  });
}

function marking(name: 'locked' | 'unfeatured', isSet: boolean): Act {
  return async ({ by, storage, text }) => {
    const id = await text('blog');
    if (!isSet) {
      await storage.write((write) => mark(write, { blogId: id, mark: name, reason, now }));
    }
    await by.call(markBlog, { body: { id, mark: name, isSet, reason } });
  };
}

function settling(isReopened: boolean): readonly Act[] {
  return bothKinds.map((kind) => async ({ by, storage, reader, text }) => {
    const id = await text(kind);
    const name = { kind, id };
    const report = { ...name, personId: reader.person.id, reason: 'spam', note: '', now } as const;
    await storage.write((write) => insertReport(write, report));
    if (isReopened) await storage.write((write) => closeReports(write, name, now));
    const reopen = { reopen: new Date(now).toISOString() };
    await by.call(settleReports, { body: { ...name, ...(isReopened && reopen) } });
  });
}

function naming(role: Role): Act {
  return ({ by, about }) => by.call(setRole, { params: { id: about.person.id }, body: { role } });
}

/** Takes down a picture that the person owns, or one without an owner that their blog shows. */
function takingDown(isOwned: boolean): Act {
  return async ({ by, about, storage, text }) => {
    const name = `${rowId().replaceAll('-', '')}-800x600-a0b1c2`;
    const address = ownPictureAddress({ name });
    const owner_id = isOwned ? about.person.id : null;
    const times = { created_at: now, used_at: now, look_at: Number.MAX_SAFE_INTEGER };
    const picture = { id: rowId(), name, owner_id, bytes: 1, ...times };
    const blogId = isOwned ? undefined : await text('blog');
    await storage.write(async ({ db }) => {
      await db.insertInto('pictures').values(picture).execute();
      if (blogId === undefined) return;
      const shown = { image_url: address };
      await allTexts(db).updateTable('blogs').set(shown).where('id', '=', blogId).execute();
    });
    await by.call(takeDownPicture, { body: { address, reason } });
  };
}

const profileColumns = { bio: 'bio', photo: 'photo_url' } as const;

function changingProfile(isCleared: boolean): readonly Act[] {
  return (['bio', 'photo'] as const).map((field) => async ({ by, about, storage }) => {
    const { id } = about.person;
    const value = '/images/a.webp';
    await storage.write(async ({ db }) => {
      const changed = { [profileColumns[field]]: isCleared ? null : value };
      await db.updateTable('people').set(changed).where('id', '=', id).execute();
      await db.deleteFrom('cleared_profiles').where('person_id', '=', id).execute();
      if (!isCleared) return;
      const cleared = { id: rowId(), person_id: id, field, value, reason, cleared_at: Date.now() };
      await db.insertInto('cleared_profiles').values(cleared).execute();
    });
    if (isCleared) await by.call(putProfileBack, { params: { id }, body: { field } });
    else await by.call(clearProfile, { params: { id }, body: { field, reason } });
  });
}

/** The calls to try for each row of the tables. */
const acts: Readonly<Record<string, Act | readonly Act[]>> = {
  'hide a text': moving('shown', 'hidden'),
  'remove a text': moving('shown', 'removed'),
  'bring back what is hidden': moving('hidden', 'shown'),
  'bring back what is removed': moving('removed', 'shown'),
  'let in what waits': moving('waiting', 'shown'),
  'decline what waits': moving('waiting', 'hidden'),
  'close the comments of a blog': marking('locked', true),
  'open them again': marking('locked', false),
  'take a blog out of the featured': marking('unfeatured', true),
  'allow it there again': marking('unfeatured', false),
  'dismiss reports': settling(false),
  'open dismissed reports again': settling(true),
  'hide all of a person': async ({ by, about, text }) => {
    await text('comment');
    await by.call(hideAllOf, { body: { personId: about.person.id, reason } });
  },
  'bring all of it back': async ({ by, text }) => {
    const batch = rowId();
    await text('comment', 'hidden', batch);
    await by.call(showAllAgain, { body: { batch } });
  },
  'take down a picture': [takingDown(true), takingDown(false)],
  'clear a bio or a photo': changingProfile(false),
  'put back what was cleared': changingProfile(true),
  suspend: ({ by, about }) =>
    by.call(suspend, { params: { id: about.person.id }, body: { until: null, reason } }),
  'let in again': async ({ by, about, storage }) => {
    const isSuspended = by.person.id !== about.person.id;
    await storage.write(({ db }) =>
      db
        .updateTable('people')
        .set({ suspended_until: isSuspended ? 9e12 : null, suspension_reason: reason })
        .where('id', '=', about.person.id)
        .execute(),
    );
    await by.call(liftSuspension, { params: { id: about.person.id } });
  },
  'make an editor': naming('editor'),
  'make a moderator': naming('moderator'),
  'make an owner': naming('owner'),
  dismiss: naming('member'),
  'delete a comment, as its writer': async ({ by, text }) => {
    const id = await text('comment');
    await by.call(deleteComment, { params: { id } });
  },
  'edit a blog': async ({ by, text }) => {
    const id = await text('blog');
    const body = {
      title: 'Looms',
      imageUrl: '/images/a.webp',
      category: 'Technology',
      shortDescription: 's',
      longDescription: 'l',
    } as const;
    await by.call(saveOthersBlog, { params: { id }, body });
  },
  'take it back to a draft of its author': async ({ by, text }) => {
    await by.call(takeOthersBlogBack, { params: { id: await text('blog') } });
  },
};

/** These need newly created people, since they change the account. */
const changesAccounts = [
  'suspend',
  'let in again',
  'make an editor',
  'make a moderator',
  'make an owner',
  'dismiss',
];

/** `yes`, or the status of the refusal. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'yes';
  } catch (error) {
    if (error instanceof Problem) return `${error.status}`;
    throw error;
  }
}

function textsOf(storage: Storage, { person }: Member, hostBlogId: string): Case['text'] {
  return async (kind, state, batch = '') => {
    const id = rowId();
    await storage.write(async (write) => {
      const texts = allTexts(write.db);
      if (kind === 'blog') await texts.insertInto('blogs').values(blogBy(person.id, id)).execute();
      else {
        const row = { id, blog_id: hostBlogId, person_id: person.id, text: 'Hello', created_at: 1 };
        await texts.insertInto('comments').values(row).execute();
      }
      if (state) await holdText(write, { kind, id, state, reason, batch, now: Date.now() });
    });
    return id;
  };
}

function blogBy(authorId: string, id: string) {
  return {
    id,
    author_id: authorId,
    title: 'Engines',
    title_folded: 'engines',
    image_url: '/images/a.webp',
    category: 'Technology',
    short_description: 's',
    long_description: 'l',
    word_count: 1,
    created_at: 1,
    updated_at: 1,
    version: 1,
  };
}

testOnEachEngine(
  'each act of each role has the outcome that docs/security.md documents',
  { tags: 'slow' },
  async (test) => {
    const { storage } = test;
    const { url } = await listen(storage);
    let count = 0;
    const person = (role: Role) => givenMember(storage, url, `Person ${++count}`, role);
    // So that nobody else is the only owner.
    await person('owner');
    const reader = await person('member');
    const hostBlogId = rowId();
    const host = blogBy(reader.person.id, hostBlogId);
    await storage.write(({ db }) => allTexts(db).insertInto('blogs').values(host).execute());

    const others = {
      owner: await person('owner'),
      moderator: await person('moderator'),
      editor: await person('editor'),
      member: await person('member'),
    };
    for (const [head, role] of [
      ['An owner', 'owner'],
      ['A moderator', 'moderator'],
      ['An editor', 'editor'],
      ['A member', 'member'],
    ] as const) {
      const actor = await person(role);
      const found = new Map<string, readonly string[]>();
      for (const [name, tried] of Object.entries(acts)) {
        const cells: string[] = [];
        for (const whose of [...roles, 'own'] as const) {
          const outcomes = new Set<string>();
          for (const act of [tried].flat()) {
            const isNew = changesAccounts.includes(name);
            const by = isNew ? await person(role) : actor;
            const about = whose === 'own' ? by : isNew ? await person(whose) : others[whose];
            const text = textsOf(storage, about, hostBlogId);
            outcomes.add(await outcomeOf(act({ by, about, text, storage, reader })));
          }
          cells.push([...outcomes].join(' or '));
        }
        found.set(name, cells);
      }
      const expected = readTable(head);
      expect(Object.fromEntries(found), head).toEqual(Object.fromEntries(expected));
    }
  },
);

testOnEachEngine(
  'an only owner may decide about their own texts, until there is another owner',
  async (test) => {
    const { storage } = test;
    const { url } = await listen(storage);
    const olga = await givenMember(storage, url, 'Olga', 'owner');
    const id = await textsOf(storage, olga, '')('blog');
    const move = { kind: 'blog', id } as const;
    await olga.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    const lift = { body: { ...move, from: 'hidden', to: 'shown' } } as const;
    const otto = await givenMember(storage, url, 'Otto', 'owner');
    expect(await outcomeOf(olga.call(moveText, lift))).toBe('409');
    // An owner who can't sign in doesn't count as another.
    const until = { until: null, reason };
    await olga.call(suspend, { params: { id: otto.person.id }, body: until });
    expect(await outcomeOf(olga.call(moveText, lift))).toBe('yes');
  },
);
