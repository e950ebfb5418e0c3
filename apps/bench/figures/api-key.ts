import { customer } from '@parley/access/domain/customer';
import { accessView } from '@parley/access/read/access.projector';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Figure } from '../figure';
import { inTurns, median } from '../statistics';
import { closedLoop } from '../support/closed-loop';
import { foldOnce, install, ofTheBench, startWhole, type Installation } from '../support/installation';
import { addManager, signedIn } from '../support/manager';

const CONNECTIONS = 8;
/** Path of a route that makes a single read, so that authentication is most of its cost. */
const PATH = '/api/v3/tags';

/** Requests with an API key, compared to requests with an ID token. */
export const apiKey: Figure = {
  name: 'api-key',
  async measure(bench) {
    const installation = await install(bench);
    const adminId = await addManager(installation, 'admin');
    await allowKeys(installation);
    // Switched off, since the benchmark's requests would exceed the limits.
    installation.env.LIMITS = 'off';
    const address = await startWhole(bench, installation);
    const ask = await signedIn(installation, address, adminId);
    const made = { name: 'Bench', rights: ['tags:read'] };
    const { secret } = await ask<{ secret: string }>('POST', '/api/v3/api-keys', made);
    const token = await installation.tokenOf(adminId);
    const load = async (headers: Record<string, string>, seconds: number) => {
      const { perSecond } = await closedLoop(CONNECTIONS, seconds, async () => {
        const answer = await fetch(address + PATH, { headers });
        if (!answer.ok) throw new Error(`${PATH}: ${answer.status}`);
        await answer.arrayBuffer();
      });
      return perSecond;
    };
    const byKey = { authorization: `Bearer ${secret}` };
    const byToken = { authorization: `Bearer ${token}`, 'api-key': 'parley-web' };
    for (const headers of [byKey, byToken]) await load(headers, bench.seconds(2));
    bench.tell('by key and by ID token, in turns');
    const seconds = bench.seconds(4);
    const { keys, tokens } = await inTurns(bench.rounds, {
      keys: () => load(byKey, seconds),
      tokens: () => load(byToken, seconds),
    });
    return [
      {
        name: 'api-key, requests',
        value: median(keys),
        unit: 'requests/s',
        floor: median(tokens),
        goal: { of: 'ratio', atLeast: 0.95 },
      },
    ];
  },
};

async function allowKeys({ customerId, engines }: Installation): Promise<void> {
  const aggregates = new Aggregates(engines.store);
  const register = {
    type: 'Register',
    name: 'Bench',
    domain: 'bench.example',
    storageName: 'bench',
  } as const;
  const enable = { type: 'ChangeSettings', settings: { apiEnabled: true } } as const;
  for (const command of [register, enable]) {
    const context = ofTheBench(customerId);
    await aggregates.execute(customer, 'customer', { id: customerId, command, context });
  }
  await foldOnce(engines, [accessView]);
}
