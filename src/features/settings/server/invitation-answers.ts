import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { writeAsStaff } from '../../../identity/owners.ts';
import { createSecretToken } from '../../../identity/session/secret-token.ts';
import { paths } from '../../../paths.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  formerInvitationState,
  type Invitation,
  invitationNotFound,
  invitationState,
  invitations,
  invite,
  revokeInvitation,
  tooManyInvitations,
} from '../contract/invitations.ts';
import {
  countOpen,
  findInvitations,
  type InvitationRow,
  insertInvitation,
  invitationsMax,
  isOpen,
  revoke,
} from './invitation-store.ts';
import { newestReader } from './settings-store.ts';

export interface InvitationParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  /** The site's base URL, without a trailing slash. */
  readonly siteUrl: string;
  readonly now?: () => number;
}

const inviteRule: RateRule = { name: 'invite', limit: 60, perMs: 60 * 60_000 };
const dayMs = 24 * 60 * 60_000;

function stateOf(row: InvitationRow, now: number): Invitation['state'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.people_came >= row.people_max) return 'used';
  return row.ends_at > now ? 'open' : 'over';
}

function present(row: InvitationRow, now: number): Invitation {
  return {
    id: row.id,
    label: row.label,
    state: stateOf(row, now),
    peopleMax: row.people_max,
    peopleCame: row.people_came,
    people: row.people.map(({ id, name }) => ({ id, name })),
    createdAt: isoOf(row.created_at),
    endsAt: isoOf(row.ends_at),
    by: row.person_name,
  };
}

/** Endpoints for invitation links. */
export function invitationAnswers(parts: InvitationParts): readonly Answer[] {
  const { storage, limiter, siteUrl, now = Date.now } = parts;

  async function stateFor(token: string) {
    return { isOpen: await isOpen(newestReader(storage), token, now()) };
  }

  return [
    answer(invitations, async () =>
      (await findInvitations(newestReader(storage))).map((row) => present(row, now())),
    ),

    answer(invite, async ({ body: { label, peopleMax, days } }, { person: by }) => {
      const [id, token, createdAt] = [rowId(), createSecretToken(), now()];
      const endsAt = createdAt + days * dayMs;
      await writeAsStaff(
        parts,
        { person: by, access: 'owner' },
        async (write) => {
          if ((await countOpen(write.db, createdAt)) >= invitationsMax) throw tooManyInvitations();
          await limiter.takeWithin(write, inviteRule, by.id);
          const made = { id, token, label, personId: by.id, peopleMax, createdAt, endsAt };
          await insertInvitation(write, made);
          // The label is usually a name, so the audit log leaves it out; the list of invitations has it.
          const subject = { kind: 'invitation', id, label: '' };
          await recordAudit(write, { by, action: 'invitation-made', subject, at: createdAt });
        },
        ['invitations'],
      );
      // In the fragment, the token reaches no server log.
      return { id, link: `${siteUrl}${paths.signUp.to()}#invite=${token}` };
    }),

    answer(revokeInvitation, async ({ params: { id } }, { person: by }) => {
      await writeAsStaff(parts, { person: by, access: 'owner' }, async (write) => {
        if (!(await revoke(write, id, now()))) throw invitationNotFound();
        const subject = { kind: 'invitation', id, label: '' };
        await recordAudit(write, { by, action: 'invitation-revoked', subject, at: now() });
      });
    }),

    answer(invitationState, ({ body }) => stateFor(body.invite)),
    answer(formerInvitationState, ({ query }) => stateFor(query.invite)),
  ];
}
