import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '@parley/contracts/events';
import { Views } from '@parley/event-sourcing/projection/views';
import type { AssignmentQueries } from '../read/assignment.queries';
import type { ToConversation } from './conversation.handler';
import { LeaveDeletedTeam } from './leave-deleted-team.reaction';

const deleted: RecordedEvent = {
  id: randomUUID(),
  stream: 'team-sales',
  version: 3,
  position: '0007',
  schemaVersion: 1,
  type: 'TeamDeleted',
  data: {},
  customerId: 'harbour',
  actor: { type: 'user', id: 'ingrid' },
  correlationId: 'c',
  causationId: 'c',
  time: '2026-01-01T00:00:00.000Z',
};

/** Rows that follow the commands only once they are waited for, as a view's do. */
function installation(assigned: string[], { isBehind = false } = {}) {
  let [rows, position] = [assigned, 7];
  const left: string[] = [];
  const commands = {
    execute: ({ id }: ToConversation) => {
      left.push(id);
      return Promise.resolve({ position: String(++position).padStart(4, '0') });
    },
  };
  class TestViews extends Views {
    checkpoint = () => Promise.resolve('');
    waitFor(): Promise<boolean> {
      rows = rows.filter((id) => !left.includes(id));
      return Promise.resolve(!isBehind);
    }
  }
  const assignments = {
    assignedToTeam: (_: string, __: string, most: number) => Promise.resolve(rows.slice(0, most)),
  };
  const reaction = new LeaveDeletedTeam(
    commands as unknown as CommandBus,
    assignments as unknown as AssignmentQueries,
    new TestViews(),
  );
  return { reaction, left };
}

test('every conversation of a deleted team leaves it, however many they are', async () => {
  const ids = Array.from({ length: 1_203 }, (_, index) => `c${index}`);
  const { reaction, left } = installation(ids);
  await reaction.react(deleted);
  expect(left).toEqual(ids);
});

test('it waits for a view that is behind, and is not given up', async () => {
  const { reaction, left } = installation(['c1'], { isBehind: true });
  await expect(reaction.react(deleted)).rejects.toThrow('busy');
  expect(left).toEqual([]);
});

test('nothing else that is said of teams concerns it', async () => {
  const { reaction, left } = installation(['c1']);
  await reaction.react({ ...deleted, type: 'TeamMemberRemoved', data: { userId: 'tom' } });
  expect(left).toEqual([]);
});
