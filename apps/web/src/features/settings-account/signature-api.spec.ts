import { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api-client';
import { saveSignature, signatureQuery } from './signature-api';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn(),
}));
const asked = jest.mocked(api);

test('a request after saving requires a response at least as new as the save', async () => {
  asked.mockResolvedValueOnce({ position: '00000000000000000007', html: '<p>Kenji</p>' });
  await saveSignature('kenji', null, '<p>Kenji</p>');
  asked.mockResolvedValueOnce({ html: '<p>Kenji</p>', stale: false });
  await new QueryClient().fetchQuery(signatureQuery('kenji', null));
  expect(asked.mock.lastCall?.[0]).toBe('/api/v3/users/kenji/signature?minPosition=00000000000000000007');
});
