import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { Gate } from '../support/gate';
import { InboxWindow } from '../support/inbox-window';
import { Product } from '../support/product';
import { Contacts } from '../support/traffic';

const PEOPLE = 20;
const WINDOWS = 8;
/** Number of cuts under load after which all windows are compared with the server. */
const CUTS_A_ROUND = 20;

const proof = new Proof('sockets', { unit: 'cuts', small: 50, full: 1_000 });
const cuts = proof.count;

test('windows that resume after random cuts under load miss and duplicate nothing', async () => {
  test.setTimeout(proof.timeout(600, 3_600));
  const product = await Product.start();
  const gates: Gate[] = [];
  const windows: InboxWindow[] = [];
  try {
    const contacts = new Contacts(product, PEOPLE);
    for (let person = 0; person < PEOPLE; person++) await contacts.write();
    const apis = await Promise.all(
      [demo.agent, demo.colleague].map(({ email }) => Api.signIn(product, email)),
    );
    const chats = () => apis[0]!.chats('new');
    await expect.poll(async () => (await chats()).length).toBe(PEOPLE);
    const chatIds = (await chats()).map(({ id }) => id);
    for (let index = 0; index < WINDOWS; index++) {
      const gate = await Gate.open(product.port);
      const api = apis[index % apis.length]!;
      gates.push(gate);
      const chatId = chatIds[index % 3]!;
      windows.push(await InboxWindow.open(api, { userId: `user ${index}`, chatId, url: gate.url }));
    }

    let done = 0;
    while (done < cuts) {
      let isPouring = true;
      const pouring = Array.from({ length: 3 }, async () => {
        while (isPouring) {
          await contacts.write();
          await pause(proof.random.below(20));
        }
      });
      const until = Math.min(cuts, done + CUTS_A_ROUND);
      const cutting = windows.map(async (window, index) => {
        while (done < until) {
          done++;
          await untilLive(window);
          // Some cuts happen in the middle of a resume, others a while after it.
          await pause(proof.random.below(proof.random.chance(0.5) ? 30 : 300));
          gates[index]!.cut();
        }
      });
      await Promise.all(cutting);
      isPouring = false;
      await Promise.all(pouring);
      for (const window of windows) {
        await untilLive(window);
        await expect
          .poll(() => window.difference(), { timeout: 60_000, intervals: [50, 100, 250] })
          .toBeNull();
      }
      const refetched = windows.reduce((sum, window) => sum + window.refetched, 0);
      proof.progress(done);
      proof.report(done, { messages: contacts.acknowledged.size, 'windows fetched anew': refetched });
    }
  } finally {
    for (const window of windows) window.close();
    for (const gate of gates) await gate.close();
    await product.stop();
  }
});

async function untilLive(window: InboxWindow): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!window.isLive) {
    if (Date.now() > giveUpAt) throw new Error('A window does not come back.');
    await pause(5);
  }
}
