import { describeErasure } from './erase-contact';

const report = { parked: 1, files: 2, behind: [], swept: null };

test('reports the messages that are still on the bus, and how the operator can delete them', () => {
  const onPostgres = { onKafka: false };
  expect(describeErasure(report, onPostgres)[1]).toContain('--sweep-bus takes the consumed ones off now');
  expect(describeErasure({ ...report, swept: 5 }, onPostgres)[1]).toBe(
    '5 consumed messages were swept off the bus.',
  );
  expect(describeErasure({ ...report, swept: 0 }, { onKafka: true })[1]).toBe(
    'The bus keeps bodies of webhooks for 7 days at most. Kafka lets nobody take single messages off sooner.',
  );
});
