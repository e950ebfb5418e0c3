import { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import en from '../../../i18n/en.json';
import { teamsQuery, usersQuery } from '../../../lib/directory';
import { textOfConflict } from './assignment-conflict';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));

const client = new QueryClient();
client.setQueryData(usersQuery.queryKey, [{ id: 'mia', displayName: 'Mia' }] as never);
client.setQueryData(teamsQuery.queryKey, [{ id: 'sales', name: 'Sales' }] as never);

test.each([
  [{ userId: 'mia', teamId: 'sales' }, 'Somebody was faster: Mia has it now.'],
  [{ userId: null, teamId: 'sales' }, 'Somebody was faster: Sales has it now.'],
  [{ userId: null, teamId: null }, 'A colleague was faster: nobody has it now.'],
  [{ userId: 'who has left', teamId: 'sales' }, 'Somebody was faster: a colleague has it now.'],
  [undefined, 'Somebody else was faster.'],
])('describes the assignee %j in a conflict as “%s”', async (holder, text) => {
  expect(await textOfConflict(client, holder)).toBe(text);
});
