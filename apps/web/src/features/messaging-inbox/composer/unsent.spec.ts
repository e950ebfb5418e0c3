import { sendUnsent } from './unsent';
import { addFiles, clearUploads } from './uploads';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('files that wait in a composer are counted, in every conversation', async () => {
  const file = (name: string) => new File([], name, { type: 'text/plain' });
  addFiles('ana', () => 1_000, [file('one.txt'), file('two.txt')]);
  addFiles('tom', () => 1_000, [file('three.txt')]);
  expect(await sendUnsent()).toEqual({ messages: 0, notes: 0, drafts: 0, files: 3 });
  clearUploads('ana');
  expect(await sendUnsent()).toMatchObject({ files: 1 });
});
