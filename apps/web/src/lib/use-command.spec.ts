import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { pushedPosition, showsSettings } from './changed-settings';
import { RequestFailed } from './problem';
import { commandOn, type CommandOptions } from './use-command';

showsSettings('snippets', 'tag');

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A page with a list of settings and a command that changes them. */
async function page(command: () => Promise<{ position: string }>, options?: CommandOptions) {
  const client = new QueryClient();
  const list = jest.fn(() => Promise.resolve('rows'));
  const observer = new QueryObserver(client, { queryKey: ['snippets'], queryFn: list });
  const leave = observer.subscribe(() => undefined);
  await settled();
  const sender = new MutationObserver(client, commandOn(client, 'tag', command, options));
  return { list, send: () => sender.mutate(undefined), leave: () => (leave(), client.clear()) };
}

test('refetches the list after a command, at the command’s position', async () => {
  const { list, send, leave } = await page(() => Promise.resolve({ position: '00000000000000000007' }));
  await send();
  await settled();
  expect(list).toHaveBeenCalledTimes(2);
  expect(pushedPosition('snippets')).toBe('00000000000000000007');
  leave();
});

test('with untilShown, a command succeeds only once the list is refetched', async () => {
  const { list, send, leave } = await page(() => Promise.resolve({ position: '' }), { untilShown: true });
  let fetched = () => undefined as void;
  list.mockImplementationOnce(() => new Promise((resolve) => (fetched = () => resolve('newer'))));
  let hasSucceeded = false;
  const sent = send().then(() => (hasSucceeded = true));
  await settled();
  expect([list.mock.calls.length, hasSucceeded]).toEqual([2, false]);
  fetched();
  await sent;
  leave();
});

test.each([
  ['because another user was faster', 409, 2],
  ['because the entity was deleted', 404, 2],
  ['for lack of permission', 403, 1],
])('after a refusal %s (%i), the list has been fetched %i times', async (_, status, times) => {
  const { list, send, leave } = await page(() => Promise.reject(new RequestFailed('refused', status)));
  await expect(send()).rejects.toThrow('refused');
  await settled();
  expect(list).toHaveBeenCalledTimes(times);
  leave();
});
