import type { StatusResponse } from '../../../libs/foundation/contracts/src/api/status';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('an agent sees which parts of Parley work, which are late and since when, and which are unknown', async ({
  signedIn,
}) => {
  const page = await signedIn(demo.agent.email);
  await page.goto('/status');
  await expect(page).toHaveURL(/\/settings\/status$/);
  const sentence = page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();
  await expect(sentence).toHaveText(/^Everything works, checked \d\d:\d\d\.$/);
  const incoming = page.getByRole('listitem').filter({ hasText: 'Incoming' });
  await expect(incoming).toContainText('OK');
  await expectAccessible(page);

  // One route for the whole flow: if it were replaced by another, a request of the page in between would reach the
  // server.
  const answer: { json?: StatusResponse } = {};
  await page.route('**/api/v3/status', (route) => (answer.json ? route.fulfill(answer) : route.abort()));
  await page.keyboard.press('r');
  await expect(sentence).toHaveText(/^Unknown\. Last answer \d\d:\d\d\.$/);
  await expect(incoming).toContainText('Unknown');

  const since = new Date(Date.now() - 120_000).toISOString();
  answer.json = {
    checkedAt: new Date().toISOString(),
    lines: [
      { name: 'incoming', state: 'slow', lateSeconds: 119, since },
      { name: 'outgoing', state: 'ok', lateSeconds: 0, since: null },
      { name: 'live', state: 'ok', lateSeconds: 0, since: null },
    ],
    brokenChannels: [
      { id: demo.channelId, name: 'Rentals', platform: 'whatsapp', since, failuresLastHour: null },
    ],
    incompleteViews: [],
  };
  await page.keyboard.press('r');
  await expect(sentence).toHaveText(/^New messages up to 2m late since \d\d:\d\d\.$/);
  await expect(incoming).toContainText('Slow');
  const channel = page.getByRole('listitem').filter({ hasText: 'Rentals · WhatsApp' });
  await expect(channel).toContainText('An administrator can mend this.');
  await expect(channel.getByRole('link')).toHaveCount(0);
  await expectAccessible(page);

  answer.json = {
    ...answer.json,
    lines: answer.json.lines.map((line) => ({ ...line, state: 'ok', since: null })),
    brokenChannels: [],
    incompleteViews: [
      { view: 'transcript', since },
      { view: 'contacts', since },
    ],
  };
  await page.keyboard.press('r');
  await expect(sentence).toHaveText('Some screens may lack something.');
  const completeness = page.getByRole('listitem').filter({ hasText: 'Completeness' });
  await expect(completeness).toContainText('Incomplete');
  await expect(completeness).toContainText('Conversations may lack messages or changes');
  await expect(completeness).toContainText('Contacts may lack changes');
  await expect(completeness).not.toContainText('Settings');
  await expectAccessible(page);

  await page.unroute('**/api/v3/status');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(sentence).toHaveText(/^Everything works/);
});
