import { notifications } from '@mantine/notifications';
import { api } from '../../../lib/api-client';
import { RequestFailed } from '../../../lib/problem';
import { chat } from '../../../testing/chat';
import { send } from './send';

jest.mock('../../../lib/api-client', () => ({ api: jest.fn() }));

const show = jest.spyOn(notifications, 'show').mockReturnValue('');
/** How long each toast stays: as long as any, or until somebody closes it. */
const stays = () => show.mock.calls.map(([{ autoClose }]) => (autoClose === false ? 'stays' : 'passes'));

async function refuse(code: string, status: number, { open }: { open: string }) {
  Object.assign(globalThis, { location: { pathname: `/messaging-inbox/${open}` } });
  jest.mocked(api).mockRejectedValueOnce(new RequestFailed(code, status));
  send(chat('ana'), 'eva', { text: 'Ring them tomorrow' }, { kind: 'note' });
  await new Promise(setImmediate);
}

beforeEach(() => show.mockClear());
afterAll(() => Reflect.deleteProperty(globalThis, 'location'));

test('what is refused is told to a writer who has gone on; whoever is still there sees it in the thread', async () => {
  await refuse('conversation_changed', 409, { open: 'ana' });
  expect(stays()).toEqual([]);
  await refuse('conversation_changed', 409, { open: 'tom' });
  expect(stays()).toEqual(['passes']);
});

test('words whose conversation is not to be seen any more stay until they are closed, wherever one is', async () => {
  await refuse('not_found', 404, { open: 'tom' });
  await refuse('not_found', 404, { open: 'ana' });
  expect(stays()).toEqual(['stays', 'stays']);
});
