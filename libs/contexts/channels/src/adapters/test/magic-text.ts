import { testExternalId, type TestChannelEvent } from '@parley/contracts/api/test-channel';
import { statusReasons, type StatusReason } from '@parley/contracts/events';
import type { SendResult } from '../adapter';

type Status = Extract<TestChannelEvent, { type: 'status' }>;

const receipts = ['sent', 'delivered', 'read'] as const;

/** Wait in ms that `#throttle` demands: longer than the worker waits within a send, so it defers the message. */
const RETRY_AFTER_MS = 60_000;

export const BROKEN = 'test_broken';

/**
 * The test channel's result for a text, from the magic words in it. Each begins with `#`; words of statuses take
 * effect in the order in which they are written.
 *
 * - `#sent`, `#delivered`, `#read`: reports this status and all before it.
 * - `#wrong_number` and every other status reason: accepts the message, then reports it as declined for this reason.
 * - `#refuse` with a status reason: declines the message when it is sent. `#broken`: declines it as a broken account
 *   would.
 * - `#throttle`: refuses the message temporarily. `#lose`: loses the response, so that the outcome is unknown.
 * - `#double`: sends each report twice. `#shuffle`: sends reports in reverse order. `#stale`: repeats all reports but
 *   the last one at the end, with their old times.
 * @param now milliseconds since 1970; reports are a millisecond apart
 */
export function answerTo(text: string, messageId: string, now: number): SendResult {
  const words = [...text.matchAll(/#([a-z_]+)/g)].map(([, word]) => word!);
  const has = (word: string) => words.includes(word);
  const reason = words.find(isReason) ?? 'delivery_failure';
  const providerCode = `test_${reason}`;
  if (has('lose')) return { outcome: 'unknown', detail: 'The text asked for it.' };
  if (has('throttle')) return { outcome: 'throttled', reason, providerCode, retryAfterMs: RETRY_AFTER_MS };
  if (has('broken')) return { outcome: 'declined', reason, providerCode: BROKEN, channelBroken: true };
  if (has('refuse')) return { outcome: 'declined', reason, providerCode };
  const reports = reportsOf(words, messageId, now);
  const inOrder = has('shuffle') ? reports.toReversed() : reports;
  const doubled = has('double') ? inOrder.flatMap((report) => [report, report]) : inOrder;
  const all = has('stale') ? [...doubled, ...reports.slice(0, -1)] : doubled;
  const externalId = testExternalId(messageId);
  if (all.length === 0) return { outcome: 'sent', externalId };
  return { outcome: 'sent', externalId, reports: all.map(bodyOf) };
}

function reportsOf(words: string[], messageId: string, now: number): Status[] {
  const told = words.flatMap((word): Pick<Status, 'status' | 'reason'>[] => {
    if (isReason(word)) return [{ status: 'declined', reason: word }];
    const last = receipts.findIndex((receipt) => receipt === word);
    return receipts.slice(0, last + 1).map((status) => ({ status }));
  });
  return told.map((status, index) => ({
    ...{ type: 'status', messageId, ...status },
    time: new Date(now + index).toISOString(),
  }));
}

function isReason(word: string): word is StatusReason {
  return (statusReasons as readonly string[]).includes(word);
}

function bodyOf(event: TestChannelEvent): Buffer {
  return Buffer.from(JSON.stringify({ events: [event] }));
}
