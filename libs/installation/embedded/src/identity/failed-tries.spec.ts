import { FailedTries } from './failed-tries';

const minutes = 60_000;
const withinMs = 10 * minutes;
const limits = { wrongPasswords: { count: 5, withinMs }, wrongSecrets: { count: 50, withinMs } };

test('blocks an account for one address for ten minutes after five wrong passwords from there', () => {
  const tries = new FailedTries(limits);
  for (let failed = 0; failed < 5; failed++) {
    expect(tries.blockedFor('ana@x.example', '10.0.0.1', 0)).toBe(0);
    tries.failed(' Ana@x.example', '10.0.0.1', 0);
  }
  expect(tries.blockedFor('ana@x.example', '10.0.0.1', 10 * minutes - 1)).toBe(1);
  expect(tries.blockedFor('ana@x.example', '10.0.0.2', 0)).toBe(0);
  expect(tries.blockedFor('bo@x.example', '10.0.0.1', 0)).toBe(0);
  expect(tries.blockedFor('ana@x.example', '10.0.0.1', 10 * minutes)).toBe(0);
});

test("resets the count of an account's wrong passwords after the right one", () => {
  const tries = new FailedTries(limits);
  for (let failed = 0; failed < 5; failed++) tries.failed('ana@x.example', '10.0.0.1', 0);
  tries.succeeded('ana@x.example', '10.0.0.1');
  expect(tries.blockedFor('ana@x.example', '10.0.0.1', 0)).toBe(0);
});

test('never blocks an address from which users enter the right passwords', () => {
  const tries = new FailedTries(limits);
  for (let user = 0; user < 100; user++) {
    tries.failed(`user${user}@x.example`, '10.0.0.1', 0);
    tries.succeeded(`user${user}@x.example`, '10.0.0.1');
  }
  expect(tries.blockedFor('ana@x.example', '10.0.0.1', 0)).toBe(0);
});

test('blocks an address for all accounts after fifty failures', () => {
  const tries = new FailedTries(limits);
  for (let failed = 0; failed < 50; failed++) tries.failed(`user${failed}@x.example`, '10.0.0.1', 0);
  expect(tries.blockedFor('ana@x.example', '10.0.0.1', 0)).toBe(10 * minutes);
  expect(tries.blockedFor('ana@x.example', '10.0.0.2', 0)).toBe(0);
});
