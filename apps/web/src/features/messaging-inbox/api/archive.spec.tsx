/** @jest-environment jsdom */
import '../../../testing/browser';
import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { api } from '../../../lib/api-client';
import { chat } from '../../../testing/chat';
import { RequestFailed } from '../../../lib/problem';
import { messaging } from '../messaging';
import { useArchive } from './commands';

jest.mock('../../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../../lib/api-client'),
  api: jest.fn(),
}));
jest.mock('../viewer', () => ({ useViewer: () => ({ userId: 'eva', teamIds: [] }) }));

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/**
 * Fake server.
 * @param onSend its response to a message
 * @returns the paths that were requested
 */
function server(onSend: () => Promise<void>): string[] {
  const asked: string[] = [];
  jest.mocked(api).mockImplementation(async (path: string) => {
    asked.push(path.replace(/\?.*/, ''));
    if (path.endsWith('/send')) await onSend();
    return { data: [], position: '' };
  });
  return asked;
}

const isArchive = (path: string) => path.endsWith('/archive');

test('archives a conversation only after the server has accepted the message that was sent before', async () => {
  let accept: () => void = () => undefined;
  const asked = server(() => new Promise<void>((resolve) => (accept = resolve)));
  const archive = renderHook(() => useArchive(), { wrapper });
  messaging.of('ana').send({ userId: 'eva', name: 'Ana' }, { text: 'Have a nice day' });
  act(() => archive.result.current.mutate(chat('ana')));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(asked.some(isArchive)).toBe(false);
  accept();
  await waitFor(() => expect(asked.some(isArchive)).toBe(true));
});

test('does not archive a conversation while a message waits for the network', async () => {
  const asked = server(() => Promise.reject(new RequestFailed('network', 0)));
  const archive = renderHook(() => useArchive(), { wrapper });
  messaging.of('ben').send({ userId: 'eva', name: 'Ben' }, { text: 'Have a nice day' });
  act(() => archive.result.current.mutate(chat('ben')));
  await waitFor(() => expect(archive.result.current.isError).toBe(true));
  expect(asked.some(isArchive)).toBe(false);
  messaging.of('ben').outbox.messages.set([]);
});
