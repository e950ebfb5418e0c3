import { ServerClock } from './server-clock';

const at = (seconds: number) => seconds * 1_000;
const asked = (askedAt: number, answeredAt: number) => ({ askedAt, answeredAt });

test('assumes a difference of 0 if the clocks may agree', () => {
  const clock = new ServerClock();
  expect(clock.aheadMs).toBe(0);
  expect(clock.hear(at(10), asked(10_200, 10_900))).toBe(false);
  expect(clock.hear(at(11), asked(10_800, 11_300))).toBe(false);
  expect(clock.hear(NaN, asked(0, 0))).toBe(false);
  expect(clock.aheadMs).toBe(0);
});

test('narrows down with each response how far the server’s clock is ahead', () => {
  const clock = new ServerClock();
  // The server's clock is 90 seconds ahead; uncertain are the response time and the header's fraction of a second.
  expect(clock.hear(at(100), asked(10_000, 10_400))).toBe(true);
  expect(Math.abs(clock.aheadMs - 90_300)).toBeLessThan(800);
  clock.hear(at(110), asked(20_090, 20_100));
  clock.hear(at(111), asked(20_990, 21_000));
  expect(clock.aheadMs).toBeGreaterThanOrEqual(90_000);
  expect(clock.aheadMs).toBeLessThanOrEqual(90_910);
});

test('uses only the newest response if the computer’s clock was changed', () => {
  const clock = new ServerClock();
  clock.hear(at(100), asked(10_000, 10_100));
  clock.hear(at(200), asked(199_900, 200_100));
  expect(clock.aheadMs).toBe(0);
});
