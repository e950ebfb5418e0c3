import { resolve } from 'node:path';
import type { PermissionsResponse, UserResponse } from '../../../libs/foundation/contracts/src/api/access';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

const held = [
  ['Ana Ruiz', demo.agent.email],
  ['Ben King', demo.agent.email],
  ['Carla Vidal', demo.agent.email],
  ['Dirk Bos', demo.colleague.email],
  ['Elif Kaya', demo.colleague.email],
  ['Farid Haddad', null],
] as const;

test('takes the screenshots of the workload, and a notice', async ({ product, signedIn }) => {
  test.setTimeout(180_000);
  const manager = await Api.signIn(product, demo.manager.email);
  const { data: users } = await manager.get<{ data: UserResponse[] }>('/api/v3/users');
  const idOf = (email: string) => users.find((user) => user.email === email)!.id;
  const assign = async (name: string, email: string) => {
    const isTheirs = ({ contact }: { contact: { name: string } }) => contact.name === name;
    await expect.poll(async () => (await manager.chats('new')).some(isTheirs)).toBe(true);
    const { id } = (await manager.chats('new')).find(isTheirs)!;
    const body = { userId: idOf(email), teamId: null, expected: { userId: null, teamId: null } };
    await manager.request('POST', `/api/v3/messaging-chats/${id}/assign`, body);
  };
  for (const [name, email] of held) {
    await new Contact(product, name).write('Hi, can I still change my order?');
    if (email) await assign(name, email);
  }
  await screens((options) => signedIn(demo.manager.email, options), {
    workload: async (page) => {
      await page.goto('/workload');
      await page.getByRole('row').filter({ hasText: demo.agent.name }).waitFor();
    },
  });

  const agent = await Api.signIn(product, demo.agent.email);
  const { user } = await agent.get<PermissionsResponse>('/api/gateway/v1/auth/permissions');
  const settings = [{ name: 'notifyConversationAssigned', value: '1' }];
  await agent.request('PATCH', `/api/v3/users/${user.id}`, { settings });
  const page = await signedIn(demo.agent.email, { colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/messaging-inbox?list=personal');
  await page.getByRole('option').first().waitFor();
  await new Contact(product, 'Greta Lund').write('Where do I bring the bike back?');
  await assign('Greta Lund', demo.agent.email);
  await page.getByRole('status').filter({ hasText: 'Greta Lund' }).hover();
  await page.screenshot({ path: resolve(__dirname, '../../../docs/screens/notification-light.png') });
});
