import { Api } from '../support/api';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

test('takes the screenshots of the pages before the sign-in', async ({ browser, product }) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(product, demo.admin.email);
  const invited = { displayName: 'Olaf Berg', email: 'olaf@harbour.example', role: 'user' };
  const { id } = (await (await api.request('POST', '/api/v3/users', invited)).json()) as { id: string };
  const { link } = (await (await api.request('POST', `/api/v3/users/${id}/invitation-link`)).json()) as {
    link: string;
  };
  const mobile = product.url.replace('localhost', 'mobile.localhost');
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36';
  const open = async (options: object) =>
    (await browser.newContext({ baseURL: product.url, locale: 'en-GB', userAgent, ...options })).newPage();
  const show = (path: string) => async (page: Awaited<ReturnType<typeof open>>) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  await screens(open, {
    'accept-invitation': show(link),
    'authorize-domain': show(`${mobile}/authorize-domain`),
    mobile: show(`${mobile}/mobile`),
    'user-blocked': show('/user-blocked'),
    'failed-login': show('/failed-login'),
    'not-authorized': show('/not-authorized'),
    'ip-not-allowed': show('/ip-not-allowed?address=192.0.2.7'),
  });
});
