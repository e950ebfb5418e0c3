import { testExternalId } from '@parley/contracts/api/test-channel';
import { statusReasons } from '@parley/contracts/events';
import { answerTo } from './magic-text';
import { parseTestWebhook } from './parse-test-webhook';

const now = Date.parse('2026-11-21T09:00:00.000Z');
const sent = { outcome: 'sent', externalId: testExternalId('1') };

/** The statuses that a text makes the channel report, in order, each with its time in ms after `now`. */
function reported(text: string): string[] {
  const answer = answerTo(text, '1', now);
  expect(answer).toMatchObject(sent);
  const bodies = answer.outcome === 'sent' ? (answer.reports ?? []) : [];
  return bodies.flatMap((body) =>
    parseTestWebhook(body, '2000-01-01T00:00:00.000Z').map((found) => {
      if (found.kind !== 'status') throw new Error(found.kind);
      return `${found.statusReason ?? found.status} ${new Date(found.at).getTime() - now}`;
    }),
  );
}

it.each(['Hello', '', 'Invoice #1234 and #invoice', 'read', '# read'])(
  'treats %j as a text without magic words',
  (text) => {
    expect(answerTo(text, '1', now)).toEqual(sent);
  },
);

it('reports a status after all statuses before it', () => {
  expect(reported('#sent')).toEqual(['sent 0']);
  expect(reported('Please read this: #read')).toEqual(['sent 0', 'delivered 1', 'read 2']);
});

it.each(statusReasons)('declines with #%s as the reason', (reason) => {
  expect(reported(`#${reason}`)).toEqual([`${reason} 0`]);
  expect(answerTo(`#refuse #${reason}`, '1', now)).toMatchObject({ outcome: 'declined', reason });
});

it('reports a failure and then a delivery', () => {
  expect(reported('#wrong_number #delivered')).toEqual(['wrong_number 0', 'sent 1', 'delivered 2']);
});

it('reports each status twice for #double, in reverse order for #shuffle, and outdated statuses again for #stale', () => {
  expect(reported('#delivered #double')).toEqual(['sent 0', 'sent 0', 'delivered 1', 'delivered 1']);
  expect(reported('#delivered #shuffle')).toEqual(['delivered 1', 'sent 0']);
  expect(reported('#read #stale')).toEqual(['sent 0', 'delivered 1', 'read 2', 'sent 0', 'delivered 1']);
});

it('returns a failed request for #lose, #throttle and #broken', () => {
  expect(answerTo('#lose', '1', now)).toMatchObject({ outcome: 'unknown' });
  expect(answerTo('#throttle', '1', now)).toMatchObject({ outcome: 'throttled', retryAfterMs: 60_000 });
  expect(answerTo('#broken', '1', now)).toMatchObject({ outcome: 'declined', channelBroken: true });
});
