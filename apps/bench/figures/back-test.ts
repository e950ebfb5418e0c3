import { setTimeout as pause } from 'node:timers/promises';
import { accessView } from '@parley/access/read/access.projector';
import type { BackTestResponse } from '@parley/contracts/api/route-back-tests';
import type { Figure } from '../figure';
import { median } from '../statistics';
import { fill } from '../support/fill';
import { foldOnce, install, startWhole } from '../support/installation';
import { addManager, signedIn } from '../support/manager';
import { ruleOf } from './routing';

const EVENTS = 200_000;
const RULES = 20;
const DAY_MS = 24 * 60 * 60_000;
const POLL_MS = 100;

/** A back-test of twenty rules, two of them with a regular expression, on all messages of contacts. */
export const backTest: Figure = {
  name: 'back-test',
  async measure(bench) {
    const installation = await install(bench);
    const managerId = await addManager(installation);
    await foldOnce(installation.engines, [accessView]);
    bench.tell('filling the log');
    await fill(installation, bench.size(EVENTS));
    bench.tell('the product folds it for the first time');
    const ask = await signedIn(installation, await startWhole(bench, installation), managerId);
    const head = (await installation.engines.store.head())!;
    await installation.engines.views.catchUp('transcript', head, 600_000);
    await installation.engines.views.catchUp('inbox', head, 600_000);
    const { id: teamId } = await ask<{ id: string }>('POST', '/api/v3/teams', {
      name: 'Sales',
      colour: '#0f7b6c',
    });
    for (let index = 1; index < RULES; index++)
      await ask('POST', '/api/v3/smart-routes', ruleOf(index, index < 2, teamId));
    const draft = ruleOf(0, true, teamId);
    const rates: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      const period = {
        from: new Date(Date.now() - 360 * DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS).toISOString(),
      };
      let test = await ask<BackTestResponse>('POST', '/api/v3/smart-route-back-tests', { draft, ...period });
      while (test.job.endedAt === null) {
        await pause(POLL_MS);
        test = await ask('GET', `/api/v3/smart-route-back-tests/${test.id}`);
      }
      const { createdAt, endedAt } = test.job;
      const seconds = (Date.parse(endedAt) - Date.parse(createdAt)) / 1_000;
      bench.tell(`${test.tested} messages in ${seconds.toFixed(2)} s`);
      rates.push(test.tested / seconds);
    }
    return [
      {
        name: 'back-test, 20 rules',
        ...{ value: median(rates), unit: 'messages/s', goal: { of: 'value', atLeast: 20_000 } },
      },
    ];
  },
};
