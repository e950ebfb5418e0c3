import { Agent } from 'node:http';
import { freePort } from '@parley/platform/http/free-port';
import { MediaConsumer } from '@parley/messages/media.consumer';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { Proof } from '@parley/testing/proof/proof';
import { eventually } from '@parley/testing/waiting/eventually';
import { ProviderWebhooks } from '../provider-webhooks';
import { Bystander, quantile } from './bystander';
import { Heartbeat } from './heartbeat';
import { doorsOf, type Door } from './doors';

const proof = new Proof('doors', { unit: 'inputs', small: 50, full: 2_000 });
jest.setTimeout(proof.timeout(240, 3_600));

/**
 * Maximum times in ms for an organisation that uses the same process as the attacked one. They are longer in a small
 * run, which shares the processor with other tests.
 */
const MAX_VISIBLE_MS = proof.size(10_000, 1_000);
const MAX_HEALTH_MS = proof.size(5_000, 250);
const MAX_HOLD_MS = proof.size(5_000, 250);
/** Maximum time in ms of the response to one input. */
const MAX_ANSWER_MS = proof.size(30_000, 5_000);
const SETTLE_TIMEOUT_MS = proof.timeout(120, 1_200);

let server: RunningServer;
let bystander: Bystander;
let doors: Door[];
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  // No provider serves files in this test, so files are not fetched.
  jest.spyOn(MediaConsumer.prototype, 'process').mockResolvedValue(undefined);
  const [port, smtpPort] = [await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${port}`;
  server = await runServer({
    PARLEY_ROLES: 'api,ingress,worker,projector,realtime',
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    PARLEY_SMTP_PORT: String(smtpPort),
    LIMITS: 'off',
  });
  const webhooks = new ProviderWebhooks(server.app, publicUrl, agent);
  const organisation = new Organisation('attacked');
  await tell(server.engines, organisation);
  bystander = new Bystander(server, webhooks);
  await bystander.prepare();
  doors = await doorsOf({
    server,
    organisation,
    webhooks,
    smtpPort,
    random: proof.random,
    share: proof.size(0.5, 1),
  });
});

afterAll(async () => {
  agent.destroy();
  await server.close();
  jest.restoreAllMocks();
});

/** Waits until the worker has processed all messages of the bus and the views have folded the log. */
async function settled(): Promise<void> {
  const isProcessed = async () => (await server.engines.bus.lag()).every(({ count }) => count === 0);
  await eventually('the worker has processed what the bus holds', isProcessed, SETTLE_TIMEOUT_MS);
  await server.shown();
}

test('costly texts at every entrance delay no message and no health response of another organisation', async () => {
  const perDoor = Math.ceil(proof.count / doors.length);
  const figures: Record<string, number> = {};
  const failures: string[] = [];
  let done = 0;
  for (const { name, send } of doors) {
    const answers: number[] = [];
    const heart = new Heartbeat();
    const { messages, health } = await bystander.observe(async () => {
      for (let number = 0; number < perDoor; number++) {
        const start = performance.now();
        const status = await send(number);
        answers.push(performance.now() - start);
        if (status >= 500) failures.push(`${name} ${number}: ${status}`);
        proof.progress(++done);
      }
      await settled();
    });
    heart.stop();
    const measured = {
      'answer (ms)': Math.max(...answers),
      'p50 of a message (ms)': quantile(messages, 0.5),
      'p95 of a message (ms)': quantile(messages, 0.95),
      'message (ms)': quantile(messages, 1),
      'health answer (ms)': quantile(health, 1),
      'hold of the event loop (ms)': heart.longest,
    };
    for (const [figure, ms] of Object.entries(measured))
      figures[`slowest ${figure}, ${name}`] = Math.round(ms);
    if (done < proof.count) proof.report(done, figures);
  }
  proof.report(done, figures);
  expect(failures).toEqual([]);
  const above = (part: string, bound: number) =>
    Object.entries(figures).filter(([figure, ms]) => figure.startsWith(`slowest ${part} (ms)`) && ms > bound);
  expect(above('answer', MAX_ANSWER_MS)).toEqual([]);
  expect(above('message', MAX_VISIBLE_MS)).toEqual([]);
  expect(above('health answer', MAX_HEALTH_MS)).toEqual([]);
  expect(above('hold of the event loop', MAX_HOLD_MS)).toEqual([]);
});
