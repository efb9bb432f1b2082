import { isIP } from 'node:net';
import { queueDelivery, webhooksTag } from '../../../blog/server/events/queue-events.ts';
import type { WebhooksTable } from '../../../blog/server/events/tables.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import { isPublicAddress } from '../../../platform/outgoing/public-address.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  deliveryBeingSent,
  deliveryNotFound,
  resendDelivery,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookBusy,
  webhookDeliveries,
  webhookList,
  webhookNotFound,
  webhookNotPublic,
  webhookOff,
  webhooksFull,
} from '../contract.ts';
import { createWebhookSecret } from './sign.ts';
import {
  type DeliveryRow,
  findDeliveries,
  giveUpWaiting,
  isInLog,
  listWebhooks,
  resend,
  updateWebhook,
} from './webhook-store.ts';

export interface WebhookParts extends StaffParts {
  /** Which IP addresses a webhook may have; public ones by default. */
  readonly isAllowedAddress?: (address: string) => boolean;
  readonly now?: () => number;
}

/** Maximum number of webhooks; the message of `webhooks-full` names it, too. */
const webhooksMax = 10;

/** This machine, by any of its names (RFC 6761, section 6.3). */
const localhost = /(^|\.)localhost\.?$/;

function presentWebhook(row: WebhooksTable): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events),
    state: row.state,
    failingSince: row.failing_since === null ? null : isoOf(row.failing_since),
    createdAt: isoOf(row.created_at),
  };
}

function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, event, state, tries, status, reply } = row;
  return {
    id,
    event,
    state,
    tries,
    status,
    reply,
    createdAt: isoOf(row.created_at),
    againAt: state === 'waiting' ? isoOf(row.due_at) : null,
  };
}

/** Endpoints by which owners view and change webhooks. */
export function webhookAnswers(parts: WebhookParts): readonly Answer[] {
  const { storage, isAllowedAddress = isPublicAddress, now = Date.now } = parts;

  /** Writes as an owner, and adds an entry to the audit log. */
  function change(
    person: Person,
    action: string,
    work: (write: Write) => Promise<{ readonly id: string; readonly label: string }>,
  ): Promise<void> {
    return writeAsStaff(
      parts,
      { person, access: 'owner' },
      async (write) => {
        const { id, label } = await work(write);
        const subject = { kind: 'webhook', id, label };
        await recordAudit(write, { by: person, action, subject, at: now() });
        write.touch(webhooksTag);
      },
      ['webhooks'],
    );
  }

  /** Checks addresses only: the addresses of a host name are checked at each delivery. Throws `webhook-not-public`. */
  function assertPublic(url: string): void {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (localhost.test(host) || (isIP(host) && !isAllowedAddress(host))) throw webhookNotPublic();
  }

  async function webhookOf(db: Pick<Reader, 'selectFrom'>, id: string): Promise<WebhooksTable> {
    const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw webhookNotFound();
    return row;
  }

  return [
    answer(webhookList, async () => {
      const hold = await findHold(storage.writer);
      return {
        heldSince: hold === undefined ? null : isoOf(hold),
        webhooks: (await listWebhooks(storage.writer)).map(presentWebhook),
      };
    }),

    answer(addWebhook, async ({ body: { url, events } }, { person }) => {
      assertPublic(url);
      const row: WebhooksTable = {
        id: rowId(),
        url,
        secret: createWebhookSecret(),
        events: JSON.stringify(events),
        state: 'on',
        failing_since: null,
        created_at: now(),
      };
      await change(person, 'webhook-added', async (write) => {
        if ((await listWebhooks(write.db)).length >= webhooksMax) throw webhooksFull();
        await write.db.insertInto('webhooks').values(row).execute();
        return { id: row.id, label: url };
      });
      return { webhook: presentWebhook(row), secret: row.secret };
    }),

    answer(changeWebhook, async ({ params: { id }, body }, { person }) => {
      const { url, events, isOn } = body;
      assertPublic(url);
      await change(person, 'webhook-changed', async (write) => {
        const state = isOn ? 'on' : 'off';
        if (!(await updateWebhook(write, id, { url, events, state }))) throw webhookNotFound();
        if (!isOn) await giveUpWaiting(write, id);
        return { id, label: url };
      });
    }),

    answer(deleteWebhook, async ({ params: { id } }, { person }) => {
      await change(person, 'webhook-deleted', async (write) => {
        const { url } = await webhookOf(write.db, id);
        await write.db.deleteFrom('webhooks').where('id', '=', id).execute();
        return { id, label: url };
      });
    }),

    answer(testWebhook, async ({ params: { id } }, { person }) => {
      await change(person, 'webhook-tested', async (write) => {
        const { url } = await webhookOf(write.db, id);
        if ((await queueDelivery(write, id, 'ping')) === undefined) throw webhookBusy();
        return { id, label: url };
      });
    }),

    answer(webhookDeliveries, async ({ params: { id } }) => {
      await webhookOf(storage.writer, id);
      return (await findDeliveries(storage.writer, id)).map(presentDelivery);
    }),

    answer(resendDelivery, async ({ params: { id } }, { person }) => {
      await change(person, 'webhook-resent', async (write) => {
        const delivery = await resend(write, id, now());
        if (!delivery) {
          throw (await isInLog(write.db, id)) ? deliveryBeingSent() : deliveryNotFound();
        }
        const { id: webhookId, url, state } = await webhookOf(write.db, delivery.webhook_id);
        // A test is sent in any state.
        if (state !== 'on' && delivery.event !== 'ping') throw webhookOff();
        return { id: webhookId, label: url };
      });
    }),
  ];
}
