import type { ParkedReactions } from '@parley/event-sourcing/reaction/parked-reactions';
import type { ParkedMessages } from '@parley/platform/bus/parked-messages';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/**
 * Readiness detail with the number of dead letters. The check never fails, since the process works, and keeping
 * traffic away would not remove a dead letter.
 */
export function parkedHealth(messages: ParkedMessages, reactions: ParkedReactions): HealthCheck {
  return {
    name: 'parked',
    async check() {
      const [ofBus, ofReactions] = await Promise.all([messages.count(), reactions.count()]);
      const counts = [counted(ofBus, 'message'), counted(ofReactions, 'event')].filter((text) => text !== '');
      return counts.length === 0
        ? { ok: true }
        : { ok: true, detail: `${counts.join(' and ')} could not be processed: see scripts/parked` };
    },
  };
}

function counted(counts: { count: number }[], noun: string): string {
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return sum === 0 ? '' : `${sum} ${noun}${sum === 1 ? '' : 's'}`;
}
