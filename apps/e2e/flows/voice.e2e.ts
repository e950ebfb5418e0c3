import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    }),
});

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

test('a voice message is recorded, sent, and continues to play while the agent opens other pages', async ({
  product,
  signedIn,
}) => {
  const [ana, ben] = [new Contact(product, 'Ana Voice'), new Contact(product, 'Ben Voice')];
  for (const contact of [ana, ben]) await contact.write('Hello');
  const page = await signedIn(demo.agent.email);
  await page.context().grantPermissions(['microphone']);
  // Playback loops, so that it continues until it is paused, however slow the machine is.
  await page.addInitScript(`
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      this.loop = true;
      return play.call(this);
    };
  `);
  await page.goto('/messaging-inbox?list=new&keyword=voice');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);

  // First, the agent discards a recording.
  await thread.getByRole('button', { name: 'Record a voice message' }).click();
  const recorder = thread.getByRole('group', { name: 'Recording a voice message' });
  await expect(recorder.getByRole('button', { name: 'Done' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(recorder).toHaveCount(0);
  await expect(thread.getByText(/voice-.*\.ogg/)).toHaveCount(0);

  await thread.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(recorder.getByRole('timer')).toHaveText(/0:0[3-9]/);
  await expectAccessible(page);
  await recorder.getByRole('button', { name: 'Done' }).click();
  await expect(thread.getByText(/voice-.*\.ogg/)).toBeVisible();
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/messages/send'));
  await thread.getByRole('button', { name: 'Send', exact: true }).click();
  expect((await sent).ok()).toBe(true);

  const player = thread.getByRole('article').getByRole('group', { name: /^voice-/ });
  const place = player.getByRole('slider', { name: 'Place in the voice message' });
  // The browser can decode the converted recording and knows its length.
  await expect(place).toHaveAttribute('aria-valuetext', /of \d:(?!00)\d\d/);
  await player.getByRole('button', { name: /^Speed/ }).click();
  await expect(player.getByRole('button', { name: 'Speed: 1.5 times' })).toBeVisible();
  await player.getByRole('button', { name: /^Speed/ }).click();
  await player.getByRole('button', { name: /^Speed/ }).click();
  await player.getByRole('button', { name: 'Play' }).click();
  await rowOf(page, ben.name).click();
  await expect(threadOf(page, ben.name).getByText('Hello')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Playing' });
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('link', { name: ana.name }).click();
  await expect(threadOf(page, ana.name)).toBeVisible();
  await expect(bar).toHaveCount(0);
});
