import { setTimeout as pause } from 'node:timers/promises';
import { views } from '@parley/server/features';
import type { Bench, Figure } from '../figure';
import { appendAll, idleConversation } from '../support/fill';
import { install, startRole, type Installation } from '../support/installation';

const EVENTS = 200_000;
const AT_ONCE = 256;

/** The rate at which all reactions together reach the head of a log whose events cause no work. */
export const reactions: Figure = {
  name: 'reactions',
  async measure(bench) {
    const installation = await install(bench);
    // Starts each reaction once before the events are appended, since a reaction without a checkpoint begins at the
    // head.
    const first = await startRole(bench, installation, 'worker');
    await behind(installation, (await installation.engines.store.head()) ?? '');
    await first.stop();
    bench.tell('filling the log');
    const events = await fillIdle(installation, bench.size(EVENTS));
    const head = (await installation.engines.store.head()) ?? '';
    bench.tell('its views are filled');
    await shown(bench, installation, head);
    bench.tell('reactions run');
    const worker = await startRole(bench, installation, 'worker');
    const started = performance.now();
    while ((await behind(installation, head)) !== 0) await pause(50);
    const seconds = (performance.now() - started) / 1_000;
    await worker.stop();
    return [
      {
        name: 'reactions, idle',
        value: events / seconds,
        unit: 'events/s',
        goal: { of: 'value', atLeast: 30_000 },
      },
    ];
  },
};

async function fillIdle(installation: Installation, events: number): Promise<number> {
  let appended = 0;
  const write = async () => {
    while (appended < events) {
      const appends = idleConversation(installation);
      appended += appends.length;
      await appendAll(installation, appends);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return appended;
}

async function shown(bench: Bench, installation: Installation, head: string): Promise<void> {
  const projector = await startRole(bench, installation, 'projector');
  for (const { name } of views) await installation.engines.views.waitFor(name, head, 30 * 60_000);
  await projector.stop();
}

/** Number of reactions whose checkpoint is before the position. Waits until any reaction has a checkpoint. */
async function behind({ engines }: Installation, head: string): Promise<number> {
  for (;;) {
    const { rows } = await engines.database.query<{ all: number; behind: number }>(
      `select count(*)::int as all, (count(*) filter (where position < $1))::int as behind
         from parley.reaction_checkpoint`,
      [head],
    );
    if (rows[0]!.all > 0) return rows[0]!.behind;
    await pause(100);
  }
}
