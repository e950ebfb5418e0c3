import { QueryClient } from '@tanstack/react-query';
import { api } from './api-client';
import { refetchChanged } from './changed-settings';
import { directoryQuery } from './directory';

jest.mock('./api-client', () => ({ ...jest.requireActual<object>('./api-client'), api: jest.fn() }));
const asked = jest.mocked(api);
const paths = () => asked.mock.calls.map(([path]) => path);

beforeEach(() => asked.mockReset());

test('includes a change that was pushed during the first request for a list', async () => {
  const client = new QueryClient();
  asked.mockImplementationOnce(() => {
    // At this moment the server has read the rows, and the response is in flight.
    void refetchChanged(client, { categories: ['tag'], position: '00000000000000000007' });
    return Promise.resolve({ data: ['before'], stale: false });
  });
  asked.mockResolvedValueOnce({ data: ['before', 'pushed'], stale: false });
  expect(await client.fetchQuery(directoryQuery('tags', ['tag']))).toEqual(['before', 'pushed']);
  expect(paths()).toEqual(['/api/v3/tags', '/api/v3/tags?minPosition=00000000000000000007']);
});

test('requests a list at most three times while its view lags', async () => {
  asked.mockResolvedValue({ data: ['old'], stale: true });
  expect(await new QueryClient().fetchQuery(directoryQuery('labels', ['label']))).toEqual(['old']);
  expect(asked).toHaveBeenCalledTimes(3);
});
