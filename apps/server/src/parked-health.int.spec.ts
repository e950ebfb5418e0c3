import { ParkedReactions } from '@parley/event-sourcing/reaction/parked-reactions';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { testDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from './migrations';
import { parkedHealth } from './parked-health';

test('readiness reports the number of dead letters, and stays ok', async () => {
  const database = await testDatabase(migrations);
  const check = parkedHealth(new ParkedMessages(database), new ParkedReactions(database));
  expect(await check.check()).toEqual({ ok: true });
  for (const id of ['a', 'b'])
    await new ParkedMessages(database).park('things', 'workers', message(id), 'unreadable');
  await database.query(
    `insert into parley.parked_reaction (reaction, position, event_id, stream, error)
     values ('echo', '1', 'e', 's', 'x')`,
  );
  const detail = '2 messages and 1 event could not be processed: see scripts/parked';
  expect(await check.check()).toEqual({ ok: true, detail });
  await database.drop();
});

function message(id: string) {
  return { key: 'k', id, value: Buffer.from('{}'), headers: {}, partition: 0, offset: '0' };
}
