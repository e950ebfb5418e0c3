import { notifications } from '@mantine/notifications';
import { api } from '../../lib/api-client';
import { RequestFailed } from '../../lib/problem';
import { messaging } from './messaging';

jest.mock('../../lib/api-client', () => ({ api: jest.fn() }));

const show = jest.spyOn(notifications, 'show').mockReturnValue('');
/** Of each toast, whether it stays until somebody closes it. */
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

test('what is refused is told to a writer who has gone on until they close it; whoever is still there sees it in the thread', async () => {
  await refuse('conversation_changed', 409, { open: 'ana' });
  expect(stays()).toEqual([]);
  await refuse('conversation_changed', 409, { open: 'tom' });
  expect(stays()).toEqual([true]);
});

test('what is refused since its conversation is not to be seen any more is told wherever one is', async () => {
  await refuse('not_found', 404, { open: 'tom' });
  await refuse('not_found', 404, { open: 'ana' });
  expect(stays()).toEqual([true, true]);
});

test('an answer that came after the care window is in its field again, and waits no more', async () => {
  const store = messaging.of('late');
  jest.mocked(api).mockRejectedValueOnce(new RequestFailed('window_closed', 409));
  jest.mocked(api).mockResolvedValue(undefined);
  Object.assign(globalThis, { location: { pathname: '/messaging-inbox/late' } });
  store.send({ userId: 'eva', name: 'Ana' }, { text: 'Too late?' });
  await new Promise(setImmediate);
  expect([store.drafts.reply.text.get(), store.outbox.messages.get()]).toEqual(['Too late?', []]);
});
