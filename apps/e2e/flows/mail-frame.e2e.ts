import { expect, test, type Page } from '@playwright/test';
import { mailDocument } from '../../../apps/web/src/features/messaging-inbox/email/mail-document';
import { placePictures } from '../../../libs/foundation/mail-html/src/place-pictures';
import { sanitiseMail } from '../../../libs/foundation/mail-html/src/sanitise-mail';
import { vectors } from '../../../libs/foundation/mail-html/src/testing/vectors';

const origin = 'http://inbox.example';
/** The frame's `sandbox` attribute, as in `MailFrame`. */
const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals';

const framed = (html: string) =>
  mailDocument({ html, isDesigned: false, isDark: false, language: 'en', quoted: 'Quote', origin });

/**
 * Runs in the page: loads the mails, 40 at a time, and moves the pointer over, clicks and opens every element in
 * them.
 */
const loadAll = `async (documents, sandbox) => {
  window.hits = 0;
  window.hit = () => void window.hits++;
  for (let at = 0; at < documents.length; at += 40) {
    await Promise.all(documents.slice(at, at + 40).map((srcdoc) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', sandbox);
      frame.srcdoc = srcdoc;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      return loaded;
    }));
    for (const frame of document.querySelectorAll('iframe')) {
      for (const element of frame.contentDocument?.querySelectorAll('body *') ?? [])
        for (const type of ['mouseover', 'focus', 'pointerdown', 'animationstart', 'toggle', 'error', 'load'])
          element.dispatchEvent(new Event(type));
      frame.remove();
    }
  }
  return window.hits;
}`;

/**
 * Shows each mail in a frame like the product's.
 * @returns the number of scripts that ran, and the requested URLs
 */
async function show(page: Page, mails: string[]): Promise<{ ran: number; asked: string[] }> {
  const asked: string[] = [];
  await page.route('**', (route) => {
    const url = route.request().url();
    if (url === `${origin}/`)
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
    if (!url.startsWith(origin)) asked.push(url);
    return route.abort();
  });
  await page.goto(`${origin}/`);
  const documents = JSON.stringify(mails.map(framed));
  const ran = await page.evaluate<number>(`(${loadAll})(${documents}, ${JSON.stringify(sandbox)})`);
  return { ran, asked };
}

test('no known HTML trick runs a script or fetches anything in an e-mail that is shown', async ({ page }) => {
  const clean = vectors.map((html) => sanitiseMail(html));
  expect(clean.filter((mail) => typeof mail === 'string')).toEqual([]);
  const shown = clean.map((mail) => (typeof mail === 'string' ? '' : placePictures(mail, {})));
  expect(await show(page, shown)).toEqual({ ran: 0, asked: [] });
});

test('even unsanitised HTML cannot run scripts in the frame', async ({ page }) => {
  expect((await show(page, [...vectors])).ran).toBe(0);
});
