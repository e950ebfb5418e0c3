import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '@parley/contracts/events';
import { Views } from '@parley/event-sourcing/projection/views';
import type { AssignmentQueries } from '../read/assignment.queries';
import { type ToConversation } from '../domain/conversation';
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

/** A fake view whose rows change only when `catchUp` is called, and a list of the executed commands. */
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

test('removes a deleted team from every conversation, in several batches', async () => {
  const ids = Array.from({ length: 1_203 }, (_, index) => `c${index}`);
  const { reaction, left } = installation(ids);
  await reaction.react(deleted);
  expect(left).toEqual(ids);
});

test('fails, so that it is retried, if the view lags behind the log', async () => {
  const { reaction, left } = installation(['c1'], { isBehind: true });
  await expect(reaction.react(deleted)).rejects.toThrow('busy');
  expect(left).toEqual([]);
});

test('ignores other events of teams', async () => {
  const { reaction, left } = installation(['c1']);
  await reaction.react({ ...deleted, type: 'TeamMemberRemoved', data: { userId: 'tom' } });
  expect(left).toEqual([]);
});
