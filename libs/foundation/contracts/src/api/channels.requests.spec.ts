import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ConnectChannelRequest } from './channels.requests';

const connecting = (more: object) => ({ provider: 'test', name: 'Try-out', ...more });

function broken(body: object): string[] {
  const errors = validateSync(plainToInstance(ConnectChannelRequest, body), { whitelist: true });
  return errors.flatMap(({ constraints }) => Object.keys(constraints ?? {}));
}

test('accepts at most 20 credentials, each a string of at most 10,000 characters', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']));
  expect(broken(connecting({}))).toEqual([]);
  expect(broken(connecting({ credentials: { ...many(19), token: 'x'.repeat(10_000) } }))).toEqual([]);
  for (const credentials of [
    ...[many(21), { token: 'x'.repeat(10_001) }, { ['k'.repeat(51)]: '' }],
    ...[{ token: 3 }, { token: null }, { token: {} }, [], ['x'], 'token', null],
  ]) {
    expect(broken(connecting({ credentials }))).not.toEqual([]);
  }
});

test('rejects an unknown provider', () => {
  for (const provider of ['acme', 'constructor', '', null, ['test']]) {
    expect(broken(connecting({ provider }))).toContain('isIn');
  }
});
