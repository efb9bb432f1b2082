import { type Answer, answer } from '../../../../../identity/answer.ts';
import { recordAudit } from '../../../../../identity/audit-log.ts';
import { type StaffParts, writeAsStaff } from '../../../../../identity/owners.ts';
import type { Person } from '../../../../../identity/person.ts';
import type { HeavyCalls } from '../../../../../identity/quotas/heavy-calls.ts';
import type { Session } from '../../../../../identity/session/session.ts';
import { networkOf } from '../../../../../platform/http/ingress/network-of.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import type { Storage, Write } from '../../../../../storage/storage.ts';
import {
  beginImport,
  endImport,
  importElsewhere,
  importReport,
  importReportFile,
  importState,
  type ManagedImport,
  partOutOfPlace,
  reportLinesPerPage,
  sendImportPart,
  startImport,
} from '../../../import-contract.ts';
import type { ImportsTable } from '../../tables.ts';
import type { ImportFolder } from './import-folder.ts';
import {
  changeImport,
  clearLines,
  findImport,
  findLatest,
  findLines,
  importsLock,
  importsTag,
  insertImport,
  openStages,
} from './import-rows.ts';
import { reportCsv } from './report-csv.ts';

export interface ImportAnswerParts extends StaffParts {
  readonly storage: Storage;
  readonly folder: ImportFolder;
  readonly heavyCalls: HeavyCalls;
  /** Verifies the caller's identity again; throws if the proof is wrong. */
  readonly confirm: (proof: {
    readonly session: Session;
    readonly password: string;
    readonly network: string;
  }) => Promise<unknown>;
  readonly now: () => number;
}

const parsed = (json: string) => (json === '{}' ? null : JSON.parse(json));

function present(row: ImportsTable): ManagedImport {
  const { id, stage, bytes, received, system, done, reason } = row;
  return {
    id,
    stage,
    fileName: row.file_name,
    bytes: Number(bytes),
    received: Number(received),
    system,
    done,
    preview: parsed(row.preview),
    counts: parsed(row.counts),
    reason,
    createdAt: isoOf(row.created_at),
    endsAt: isoOf(row.ends_at),
  };
}

/** Endpoints for imports by owners in the browser. */
export function importAnswers(parts: ImportAnswerParts): readonly Answer[] {
  const { storage, folder, heavyCalls, confirm, now } = parts;
  // A replica may lag behind the part that just arrived.
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;

  function writeAsOwner<T>(
    person: Person,
    work: (write: Write) => Promise<T>,
    isContinued = false,
  ): Promise<T> {
    return writeAsStaff(parts, { person, access: 'owner', isContinued }, work, [importsLock]);
  }

  function audit(write: Write, person: Person, action: string, row: ImportsTable): Promise<void> {
    const subject = { kind: 'import', id: row.id, label: row.file_name };
    return recordAudit(write, { by: person, action, subject, at: now() });
  }

  return [
    answer(importState, async () => {
      const row = await findLatest(reader);
      return { latest: row ? present(row) : null };
    }),

    answer(beginImport, async ({ body }, { person }) => {
      await folder.assertRoom(body.bytes);
      return present(await writeAsOwner(person, (write) => insertImport(write, body, now())));
    }),

    answer(sendImportPart, async ({ params: { id }, query: { offset }, body }, { person }) => {
      const row = await findImport(reader, id);
      if (row.stage !== 'uploading') throw importElsewhere();
      const [bytes, received] = [Number(row.bytes), Number(row.received)];
      if (offset !== received) throw partOutOfPlace();
      await folder.assertRoom(bytes - received);
      const file = folder.fileOf(id, row.file_name);
      const length = await folder.write(file, offset, body, bytes - received);
      const arrived = offset + length;
      const to = arrived === bytes ? 'looking' : 'uploading';
      await writeAsOwner(
        person,
        (write) =>
          changeImport(write, id, ['uploading'], to, { received: [offset, arrived] }, now()),
        true,
      );
      return { received: arrived };
    }),

    answer(startImport, async ({ params, body }, { person, session, request }) => {
      const { password, ...choices } = body;
      await confirm({ session, password, network: networkOf(request.ip) });
      await writeAsOwner(person, async (write) => {
        const row = await findImport(write.db, params.id);
        const options = JSON.stringify(choices);
        const changes = { options, counts: '{}', done: 0, reason: '' };
        await changeImport(write, row.id, ['ready'], 'running', changes, now());
        await clearLines(write, row.id);
        await audit(write, person, 'import-started', row);
      });
    }),

    answer(endImport, async ({ params: { id } }, { person }) => {
      const file = await writeAsOwner(person, async (write) => {
        const row = await findImport(write.db, id);
        if (row.stage === 'running') {
          await changeImport(write, id, ['running'], 'stopped', {}, now());
          await audit(write, person, 'import-stopped', row);
        } else {
          await write.db.deleteFrom('imports').where('id', '=', id).execute();
          write.touch(importsTag);
        }
        const isRead = row.stage === 'running' || row.stage === 'looking';
        return openStages.includes(row.stage) && !isRead ? folder.fileOf(id, row.file_name) : null;
      });
      // A file that is being read disappears once the reader closes it.
      if (file) await folder.remove(file);
    }),

    answer(importReport, async ({ params: { id }, query: { after } }) => {
      await findImport(reader, id);
      const from = Number(after ?? -1);
      const request = { after: Number.isInteger(from) ? from : -1, limit: reportLinesPerPage + 1 };
      const rows = await findLines(reader, id, request);
      const lines = rows.slice(0, reportLinesPerPage);
      return { lines, next: rows.length > lines.length ? (lines.at(-1)?.place ?? null) : null };
    }),

    answer(importReportFile, async ({ params: { id } }, { person, reply }) => {
      await findImport(reader, id);
      const file = await heavyCalls.stream(person.id, reportCsv(reader, id));
      reply.header('content-disposition', 'attachment; filename="import-report.csv"');
      return file;
    }),
  ];
}
