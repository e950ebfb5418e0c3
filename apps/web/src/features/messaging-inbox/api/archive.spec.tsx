/** @jest-environment jsdom */
import '../../../testing/browser';
import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { api } from '../../../lib/api-client';
import { chat } from '../../../testing/chat';
import { messaging } from '../messaging';
import { useArchive } from './commands';

jest.mock('../../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../../lib/api-client'),
  api: jest.fn(),
}));
jest.mock('../viewer', () => ({ useViewer: () => ({ userId: 'eva', teamIds: [] }) }));

test('a conversation is archived after the server has the message that was written before', async () => {
  const asked: string[] = [];
  let accept: () => void = () => undefined;
  jest.mocked(api).mockImplementation(async (path: string) => {
    asked.push(path.replace(/\?.*/, ''));
    if (path.endsWith('/send')) await new Promise<void>((resolve) => (accept = resolve));
    return { data: [], position: '' };
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const ana = chat('ana');
  const archive = renderHook(() => useArchive(), { wrapper });
  const wasArchived = () => asked.some((path) => path.endsWith('/ana/archive'));

  messaging.of('ana').send({ userId: 'eva', name: 'Ana' }, { text: 'Have a nice day' });
  act(() => archive.result.current.mutate(ana));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(wasArchived()).toBe(false);
  accept();
  await waitFor(() => expect(wasArchived()).toBe(true));
});
