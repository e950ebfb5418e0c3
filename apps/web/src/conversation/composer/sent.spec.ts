import type { ChatEntry } from '@parley/contracts/api/conversations';
import { sentAs } from './sent';

const part = (changes: Partial<ChatEntry>) =>
  ({ type: 'text', assets: [], message: null, ...changes }) as ChatEntry;

test('sentAs returns the text and the files of the given send only', () => {
  const file = { id: 'asset', fileName: 'cat.png', contentType: 'image/png', size: 5 };
  const entries = [
    part({ clientKey: 'key:0', message: 'Look' }),
    part({ clientKey: 'key:1', type: 'asset', assets: [{ ...file, category: 'image', state: 'stored' }] }),
    part({ clientKey: 'other:0', message: 'Something else' }),
    part({ clientKey: null, message: 'Theirs' }),
  ];
  expect(sentAs('key', entries)).toEqual({
    idempotencyKey: 'key',
    text: 'Look',
    assets: [{ ...file, clientKey: 'key:1' }],
  });
});
