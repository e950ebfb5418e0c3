import { idOf, type TemplateEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import { template, type TemplateState } from '../domain/template';

const prefix = 'template-';

/** Stores the state of every template, as the decider `template` folds it. */
export const templatesView: View = {
  name: 'templates',
  prefixes: [prefix],
  ddl: `
    create table template (
      id uuid primary key,
      customer_id uuid not null,
      provider text not null,
      account_id text not null,
      name text not null,
      language text not null,
      is_deleted boolean not null,
      state jsonb not null
    );
    create index template_by_account on template (customer_id, provider, account_id);`,

  async project(events, tx) {
    const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
    const { rows } = await tx.query<{ id: string; state: TemplateState }>(
      'select id, state from template where id = any($1::uuid[])',
      [ids],
    );
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    const owners = new Map<string, string>();
    for (const { stream, type, data, customerId } of events) {
      const id = idOf(stream);
      const before = states.get(id) ?? template.initialState;
      states.set(id, template.evolve(before, { type, data } as TemplateEvent));
      owners.set(id, customerId);
    }
    const changed = [...owners].map(([id, customer_id]) => {
      const state = states.get(id)!;
      const { provider, accountId: account_id, name, language, existence } = state;
      return {
        id,
        customer_id,
        provider,
        account_id,
        name,
        language,
        is_deleted: existence === 'deleted',
        state,
      };
    });
    await upsert(tx, 'template', ['id'], changed);
    return [];
  },
};
