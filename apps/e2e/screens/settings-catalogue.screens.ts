import { Api } from '../support/api';
import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

const tags = [
  ['Accessories', '#7c5cd6'],
  ['Damage', '#c92a2a'],
  ['Delivery', '#2f7fd1'],
  ['Opening hours', '#6b6f78'],
  ['Refund', '#a15c00'],
  ['Rental', '#0f7b6c'],
];
const labels = [
  ['Guesthouse', '#0f7b6c'],
  ['Press', '#c2407d'],
  ['Wholesale', '#3b4fd8'],
];
const replies = [
  ['hours', 'Hi {{contact.name}}, we are open from 9 to 18, and on Saturdays until 16.', 'everybody'],
  ['deposit', 'The deposit of 50 euros comes back within two days of your return.', 'everybody'],
  [null, 'Kind regards from the workshop, {{agent.name}}', 'me'],
];

test('takes the screenshots of tags, labels and quick replies', async ({ product, signedIn }) => {
  test.setTimeout(120_000);
  const api = await Api.signIn(product, demo.manager.email);
  for (const [name, colour] of tags) await api.request('POST', '/api/v3/tags', { name, colour });
  for (const [name, colour] of labels) await api.request('POST', '/api/v3/labels', { name, colour });
  for (const [title, message, visibility] of replies) {
    await api.request('POST', '/api/v3/quick-replies', { title, message, visibility });
  }
  for (const [page, text] of [
    ['tags', 'Refund'],
    ['labels', 'Wholesale'],
    ['quick-replies', 'deposit'],
  ] as const) {
    await settingsScreens(
      page,
      (options) => signedIn(demo.manager.email, options),
      async (window) => {
        await window.goto(`/settings/${page}`);
        await window.getByText(text, { exact: true }).waitFor();
      },
    );
  }
});
