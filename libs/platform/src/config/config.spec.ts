import { ConfigError, loadConfig } from './config';

test.each([
  [undefined, 'http://localhost:3000'],
  ['https://Parley.Example:443/', 'https://parley.example'],
  ['https://parley.example//', 'https://parley.example'],
  ['http://parley.example:8080/chat/', 'http://parley.example:8080/chat'],
])('a public address %s is written as %s', (PUBLIC_URL, expected) => {
  expect(loadConfig({ PUBLIC_URL }).publicUrl).toBe(expected);
});

test('a public address without a scheme is refused', () => {
  expect(() => loadConfig({ PUBLIC_URL: 'parley.example' })).toThrow(ConfigError);
});
