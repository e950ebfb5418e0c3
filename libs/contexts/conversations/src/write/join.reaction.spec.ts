import type { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { ConversationState, ToConversation } from '../domain/conversation';
import { type ToMessage } from '../domain/message';
import { JoinReaction } from './join.reaction';

const joined: RecordedEvent = {
  ...{
    id: '6f6d4a8e-3d0f-4c58-9a51-0c9a3a4c7b11',
    stream: 'conversation-bell',
    version: 3,
    position: '0007',
  },
  ...{ schemaVersion: 1, type: 'ConversationJoined', data: { into: 'lamp', messageIds: ['m1', 'm2'] } },
  ...{ customerId: 'harbour', actor: { type: 'user', id: 'ingrid' }, correlationId: 'c', causationId: 'c' },
  time: '2026-01-01T00:00:00.000Z',
};
const parted: RecordedEvent = {
  ...joined,
  ...{ type: 'ConversationParted', data: { from: 'lamp', messageIds: ['m1', 'm2'] } },
};

/** @param statuses statuses of the target conversation at each read; the last one repeats */
function installation(statuses: ConversationState['status'][], refused: Record<string, string> = {}) {
  const done: string[] = [];
  const commands = {
    execute: (command: ToMessage | ToConversation) => {
      const code = refused[command.id];
      if (code) return Promise.reject(new Rejected(code as 'busy'));
      done.push(`${command.command.type} ${command.id}`);
      return Promise.resolve();
    },
  };
  const aggregates = {
    load: () => Promise.resolve({ state: { status: statuses.length > 1 ? statuses.shift() : statuses[0] } }),
  };
  const reaction = new JoinReaction(commands as unknown as CommandBus, aggregates as unknown as Aggregates);
  return { reaction, done };
}

test('does not move a mail that was moved elsewhere since, and moves the others', async () => {
  const { reaction, done } = installation(['open'], { m1: 'message_moved' });
  await reaction.react(joined);
  expect(done).toEqual(['Move m2']);
});

test('fails, so that it is retried, if the stream of a mail is busy', async () => {
  for (const event of [joined, parted]) {
    const { reaction } = installation(['open'], { m1: 'busy' });
    await expect(reaction.react(event)).rejects.toThrow('busy');
  }
});

test('undoes the join if the target conversation was deleted before or during the move', async () => {
  const before = installation(['deleted']);
  await before.reaction.react(joined);
  expect(before.done).toEqual(['Part bell']);
  const meanwhile = installation(['open', 'deleted']);
  await meanwhile.reaction.react(joined);
  expect(meanwhile.done).toEqual(['Move m1', 'Move m2', 'Part bell']);
});

test('moves nothing back to a deleted conversation', async () => {
  const { reaction, done } = installation(['deleted']);
  await reaction.react(parted);
  expect(done).toEqual([]);
});
