import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import type { ItemCommand, MarkKind } from '../domain/item';
import { MarkHandler, ToMark } from './item.handler';

const harbour = 'harbour';
const bakery = 'bakery';
const oneAtATime = { run: (_, work) => work() } as Pick<OneAtATime, 'run'> as OneAtATime;

let marks: MarkHandler;
beforeEach(() => {
  const aggregates = new Aggregates(new InMemoryEventStore());
  const claims = new Claims(aggregates, new MasterKey('a secret that is long enough'));
  marks = new MarkHandler(aggregates, claims, oneAtATime);
});

const send = (kind: MarkKind, id: string, command: ItemCommand<MarkKind>, customerId = harbour) =>
  marks.execute(new ToMark(kind, id, command, requestedNow({ userId: 'mia', customerId })));
const create = (kind: MarkKind, id: string, name: string, customerId = harbour) =>
  send(kind, id, { type: 'Create', content: { name, colour: '#c92a2a' } }, customerId);

test('a name is unique among the tags and among the labels of an organisation, in any spelling', async () => {
  await create('tag', 'refund', 'Refund');
  await expect(create('tag', 'other', ' REFUND ')).rejects.toThrow('tag_name_taken');
  await create('label', 'refund label', 'Refund');
  await expect(create('label', 'other label', 'refund')).rejects.toThrow('label_name_taken');
  await create('tag', 'theirs', 'Refund', bakery);
});

test('accepts a single tag when eight tags with the same name are created at the same time', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const tried = await Promise.allSettled(
    ids.map((id, index) => create('tag', id, index % 2 ? 'race' : 'RACE')),
  );
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of tried)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'tag_name_taken' });
});

test.each(['tag', 'label'] as const)(
  'a %s of another organisation is not found when changed, deleted or merged',
  async (kind) => {
    await create(kind, 'ours', 'Ours');
    await create(kind, 'theirs', 'Theirs', bakery);
    const commands: [string, ItemCommand<MarkKind>][] = [
      ['theirs', { type: 'Change', changes: { name: 'Taken over' } }],
      ['theirs', { type: 'Delete' }],
      ['theirs', { type: 'Merge', id: 'theirs', intoId: 'ours' }],
      ['ours', { type: 'Merge', id: 'ours', intoId: 'theirs' }],
    ];
    for (const [id, command] of commands) await expect(send(kind, id, command)).rejects.toThrow('not_found');
  },
);
