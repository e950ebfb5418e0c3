import { idOf, type EngageSettingsEvent, type RecordedEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { Sql } from '@parley/platform/database/database';
import { engageSettings, type EngageSettingsState } from '../domain/engage-settings';

export async function foldEngageSettings(events: RecordedEvent[], tx: Sql): Promise<void> {
  const said = events.filter(({ stream }) => stream.startsWith('engageSettings-'));
  if (said.length === 0) return;
  const ids = [...new Set(said.map(({ stream }) => idOf(stream)))];
  const { rows } = await tx.query<{ id: string; state: EngageSettingsState }>(
    'select customer_id as id, state from settings where customer_id = any($1::uuid[])',
    [ids],
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const { stream, type, data } of said) {
    const before = states.get(idOf(stream)) ?? engageSettings.initialState;
    states.set(idOf(stream), engageSettings.evolve(before, { type, data } as EngageSettingsEvent));
  }
  await upsert(
    tx,
    'settings',
    ['customer_id'],
    [...states].map(([customer_id, state]) => ({ customer_id, state })),
  );
}
