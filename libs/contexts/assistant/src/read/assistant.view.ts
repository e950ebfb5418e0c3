import {
  idOf,
  type AssistantSettings,
  type AssistantSettingsEvent,
  type DataOf,
  type RecordedEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { assistantSettings } from '../domain/assistant-settings';

/** View of the settings of assistants, with a row for each request. */
export const assistantView: View = {
  name: 'assistant',
  prefixes: ['assistantRun-', 'assistantSettings-'],
  ddl: `
    create table settings (
      customer_id uuid primary key,
      state jsonb not null
    );

    create table run (
      id uuid primary key,
      customer_id uuid not null,
      user_id uuid not null,
      action text not null,
      model text not null,
      language text,
      asked_at timestamptz not null,
      -- Null until it has ended.
      outcome text,
      reason text,
      tokens bigint not null
    );
    create index run_by_time on run (customer_id, asked_at desc, id);
    create index run_by_user on run (customer_id, user_id, asked_at);
  `,

  async project(events, tx) {
    await foldSettings(events, tx);
    await foldRuns(events, tx);
    return [];
  },
};

async function foldSettings(events: RecordedEvent[], tx: Sql): Promise<void> {
  const said = events.filter(({ type }) => type === 'AssistantSettingsChanged');
  if (said.length === 0) return;
  const ids = [...new Set(said.map(({ stream }) => idOf(stream)))];
  const { rows } = await tx.query<{ id: string; state: AssistantSettings }>(
    'select customer_id as id, state from settings where customer_id = any($1::uuid[])',
    [ids],
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const { stream, type, data } of said) {
    const before = states.get(idOf(stream)) ?? assistantSettings.initialState;
    states.set(idOf(stream), assistantSettings.evolve(before, { type, data } as AssistantSettingsEvent));
  }
  const changed = [...states].map(([customer_id, state]) => ({ customer_id, state }));
  await upsert(tx, 'settings', ['customer_id'], changed);
}

interface RunRow {
  id: string;
  customer_id: string;
  user_id: string;
  action: string;
  model: string;
  language: string | null;
  asked_at: string;
  outcome: string | null;
  reason: string | null;
  tokens: number;
}

async function foldRuns(events: RecordedEvent[], tx: Sql): Promise<void> {
  const said = events.filter(({ stream }) => stream.startsWith('assistantRun-'));
  if (said.length === 0) return;
  const ids = [...new Set(said.map(({ stream }) => idOf(stream)))];
  const { rows } = await tx.query<Omit<RunRow, 'asked_at' | 'tokens'> & { asked_at: Date; tokens: string }>(
    `select id, customer_id, user_id, action, model, language, asked_at, outcome, reason, tokens
       from run where id = any($1::uuid[])`,
    [ids],
  );
  const runs = new Map<string, RunRow>(
    rows.map((row) => [row.id, { ...row, asked_at: row.asked_at.toISOString(), tokens: Number(row.tokens) }]),
  );
  for (const { stream, type, customerId, data, time } of said) {
    const id = idOf(stream);
    if (type === 'AssistantAsked') {
      const { userId, action, model, language } = data as DataOf<'AssistantAsked'>;
      runs.set(id, {
        ...{ id, customer_id: customerId, user_id: userId, action, model, language },
        ...{ asked_at: time, outcome: null, reason: null, tokens: 0 },
      });
      continue;
    }
    const run = runs.get(id);
    if (type !== 'AssistantAnswered' || !run) continue;
    const { outcome, reason, requestTokens, responseTokens } = data as DataOf<'AssistantAnswered'>;
    runs.set(id, { ...run, outcome, reason, tokens: requestTokens + responseTokens });
  }
  await upsert(tx, 'run', ['id'], [...runs.values()]);
}
