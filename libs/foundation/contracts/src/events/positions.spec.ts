import { examples } from './golden/examples';
import { positionsIn, withPositions } from './positions';

/** Every string in the data that has the form of a position. */
function positionsAnywhere(data: unknown): string[] {
  if (typeof data === 'string') return /^\d{20}$/.test(data) ? [data] : [];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(positionsAnywhere) : [];
}

test('finds and translates every position in the data of every event type', () => {
  for (const [type, all] of Object.entries(examples))
    for (const data of all) {
      const named = positionsAnywhere(data);
      expect([type, ...positionsIn({ type, data })]).toEqual([type, ...named]);
      const moved = withPositions({ type, data }, () => '0'.repeat(20));
      expect(positionsAnywhere(moved)).toEqual(named.map(() => '0'.repeat(20)));
    }
});
