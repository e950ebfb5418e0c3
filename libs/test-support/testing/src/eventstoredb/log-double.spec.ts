import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal';
import { LogDouble, type Proposed } from './log-double';

const folder = mkdtempSync(join(tmpdir(), 'parley-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const event = (text: string): Proposed => ({
  ...{ id: text, type: 'Noted', contentType: 'application/json' },
  ...{ data: Buffer.from(JSON.stringify({ text })), metadata: Buffer.from('{}') },
});

test('restores a log from its journal, except for an incomplete last line', () => {
  const path = join(folder, 'journal');
  const log = new LogDouble(new Journal(path));
  log.append('noted-1', [event('a'), event('b')], 'no-stream');
  log.append('noted-2', [event('é')], 'no-stream');
  log.append('noted-3', [event('gone')], 'no-stream');
  log.delete('noted-2');
  log.append('noted-2', [event('again')], 'no-stream');
  log.tombstone('noted-3');
  appendFileSync(path, '{"stream":"noted-1","ev');
  const again = new LogDouble(new Journal(path));
  expect(again.readAll()).toEqual(log.readAll());
  expect(again.read('noted-2')?.map(({ id, revision }) => [id, revision])).toEqual([['again', 1n]]);
  expect(again.isTombstoned('noted-3')).toBe(true);
  again.append('noted-1', [event('c')], 1n);
  expect(new LogDouble(new Journal(path)).readAll()).toEqual(again.readAll());
});
