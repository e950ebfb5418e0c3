import { notifications } from '@mantine/notifications';
import { api } from '../../lib/api-client';
import { RequestFailed } from '../../lib/problem';
import { messaging } from './messaging';

jest.mock('../../lib/api-client', () => ({ api: jest.fn() }));

const show = jest.spyOn(notifications, 'show').mockReturnValue('');
/** For each toast, whether it stays until the user closes it. */
const stays = () => show.mock.calls.map(([{ autoClose }]) => autoClose === false);

async function refuse(code: string, status: number, { open }: { open: string }) {
  Object.assign(globalThis, { location: { pathname: `/messaging-inbox/${open}` } });
  jest.mocked(api).mockRejectedValueOnce(new RequestFailed(code, status));
  const sender = { userId: 'eva', name: 'Ana' };
  messaging.of('ana').send(sender, { text: 'Ring them tomorrow' }, { kind: 'note' });
  await new Promise(setImmediate);
}

beforeEach(() => show.mockClear());
afterEach(() => Reflect.deleteProperty(globalThis, 'location'));

test('shows a lasting toast about a refused message only if its writer has left the conversation', async () => {
  await refuse('conversation_changed', 409, { open: 'ana' });
  expect(stays()).toEqual([]);
  await refuse('conversation_changed', 409, { open: 'tom' });
  expect(stays()).toEqual([true]);
});

test('shows a lasting toast on every page if the conversation is no longer visible', async () => {
  await refuse('not_found', 404, { open: 'tom' });
  await refuse('not_found', 404, { open: 'ana' });
  expect(stays()).toEqual([true, true]);
});

test('moves an answer that was sent too late for the care window from the outbox back into its field', async () => {
  const store = messaging.of('late');
  jest.mocked(api).mockRejectedValueOnce(new RequestFailed('window_closed', 409));
  jest.mocked(api).mockResolvedValue(undefined);
  Object.assign(globalThis, { location: { pathname: '/messaging-inbox/late' } });
  store.send({ userId: 'eva', name: 'Ana' }, { text: 'Too late?' });
  await new Promise(setImmediate);
  expect([store.drafts.reply.text.get(), store.outbox.messages.get()]).toEqual(['Too late?', []]);
});
