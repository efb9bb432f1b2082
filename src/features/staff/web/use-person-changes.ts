import { useQueryClient } from '@tanstack/react-query';
import type { Role } from '../../../identity/person.ts';
import { call } from '../../../platform/web/api.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { liftSuspension, type ManagedPerson, setRole, suspend } from '../contract/people.ts';
import { staffMessageOf } from './staff-messages.ts';
import { manageKey } from './staff-queries.ts';

/** A suspension; `until` is null for a permanent one. */
export interface SuspensionGiven {
  readonly until: string | null;
  readonly reason: string;
}

export interface PersonChanges {
  readonly isPending: boolean;
  /** Throws the server's problem. */
  readonly changeRole: (person: ManagedPerson, role: Role, password: string) => Promise<void>;
  readonly lift: (person: ManagedPerson) => void;
  /** Throws the server's problem. */
  readonly suspend: (person: ManagedPerson, suspension: SuspensionGiven) => Promise<void>;
}

const named: Readonly<Record<Role, (name: string) => string>> = {
  owner: (name) => `${name} is an owner now.`,
  moderator: (name) => `${name} is a moderator now.`,
  editor: (name) => `${name} is an editor now.`,
  member: (name) => `${name} is dismissed.`,
};

/**
 * Actions upon people, each with an undo unless it needs a password. `onOwnRole` is called after a change of the
 * viewer's own role.
 */
export function usePersonChanges(ownId: string, onOwnRole: (role: Role) => void): PersonChanges {
  const queries = useQueryClient();

  async function suspendAgain({ id }: ManagedPerson, body: SuspensionGiven): Promise<void> {
    await call(queries, suspend, { params: { id }, body });
    await queries.invalidateQueries({ queryKey: manageKey });
  }

  async function letIn({ id }: ManagedPerson): Promise<void> {
    await call(queries, liftSuspension, { params: { id } });
    await queries.invalidateQueries({ queryKey: manageKey });
  }

  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      void showToast({ text: staffMessageOf(error), tone: 'bad' });
      await queries.invalidateQueries({ queryKey: manageKey });
    }
  });

  return {
    isPending,
    async changeRole({ id, name }, role, password) {
      await call(queries, setRole, { params: { id }, body: { role, password } });
      if (id === ownId) {
        onOwnRole(role);
        return;
      }
      void showToast({ text: named[role](name) });
      await queries.invalidateQueries({ queryKey: manageKey });
    },
    lift: (person) =>
      void run(async () => {
        await letIn(person);
        const { suspension } = person;
        void showToast({
          text: `${person.name} may sign in again.`,
          ...(suspension && { undo: () => void run(() => suspendAgain(person, suspension)) }),
        });
      }),
    async suspend(person, given) {
      await suspendAgain(person, given);
      const { suspension } = person;
      void showToast({
        text: `${person.name} is suspended.`,
        undo: () => void run(() => (suspension ? suspendAgain(person, suspension) : letIn(person))),
      });
    },
  };
}
