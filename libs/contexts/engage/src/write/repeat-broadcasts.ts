import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { broadcast as decider, type BroadcastState, ToBroadcast } from '../domain/broadcast';
import { dayAfter, instantOf, wallTime } from '@parley/contracts/rules/wall-time';
import { SendingQueries } from '../read/sending.queries';
import { AdministerBroadcasts } from './administer-broadcasts';
import { idOfRepeat } from './broadcast-ids';
import { BroadcastAudience } from './neighbours';
import { audienceOf } from './plan-broadcasts';

/** Maximum delay in ms of an occurrence; a later one is left out. */
const LATEST_MS = 12 * 3_600_000;
/** Interval in ms at which repetitions are looked for. */
const EVERY_MS = 30_000;

type Repeating = Awaited<ReturnType<SendingQueries['repeating']>>[number];

/**
 * Creates the next broadcast of each repetition when its time has come. Its id derives from the day, so that it is
 * created once.
 */
@Injectable()
export class RepeatBroadcasts {
  private readonly logger = new Logger('broadcasts');
  private lookedAt = 0;

  constructor(
    private readonly sending: SendingQueries,
    private readonly administer: AdministerBroadcasts,
    private readonly audience: BroadcastAudience,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
  ) {}

  /** @param now ISO 8601 UTC */
  async begin(now: string): Promise<void> {
    if (Math.abs(Date.parse(now) - this.lookedAt) < EVERY_MS) return;
    this.lookedAt = Date.parse(now);
    for (const broadcast of await this.sending.repeating()) await this.beginOne(broadcast, now);
  }

  private async beginOne(broadcast: Repeating, now: string): Promise<void> {
    const { id, customerId, createdBy, state } = broadcast;
    const at = occurrenceAt(state, now);
    if (at === null) return;
    const day = at.slice(0, 10);
    const context = (doing: string) => ({
      ...doneBy('engage', { customerId, doing: `repeat/${id}/${day}/${doing}`, now }),
      // The user who created the first broadcast is the sender of the others.
      actor: { type: 'user', id: createdBy } as const,
    });
    const start = state.start!;
    const content = { ...state.content, schedule: { ...state.content.schedule, at } };
    const repeatId = idOfRepeat(id, day);
    try {
      const { state: made } = await this.aggregates.load(decider, 'broadcast', repeatId, customerId);
      if (made.start && !made.isRepeating) return;
      const audience = audienceOf(customerId, { ...state, content });
      const counts = await this.audience.counts(audience, []);
      if (!counts.some(({ reason, count }) => reason === null && count > 0)) return;
      const { template, other } = await this.administer.templatesOf(content, customerId);
      await this.commands.execute(
        new ToBroadcast(repeatId, { type: 'Draft', content }, context('draft'), true),
      );
      const started = { ...start, from: now, template, other, repeats: id };
      await this.commands.execute(new ToBroadcast(repeatId, { type: 'Start', ...started }, context('start')));
      // The new broadcast must not repeat itself.
      await this.commands.execute(new ToBroadcast(repeatId, { type: 'EndRepeat' }, context('once')));
    } catch (error) {
      if (!(error instanceof Rejected || error instanceof NotFound)) throw error;
      // The template or the list was deleted: no repetition is sent until a user corrects that.
      this.logger.warn(`The broadcast ${id} could not be repeated on ${day}: ${String(error)}`);
    }
  }
}

/**
 * The local time for which a repeating broadcast is due now; null if it is not due.
 * @param now ISO 8601 UTC
 */
export function occurrenceAt({ start, content }: BroadcastState, now: string): string | null {
  const { repeat, schedule } = content;
  if (!start || !repeat) return null;
  const first = schedule.at ?? wallTime(Date.parse(start.from), start.timeZone);
  const today = wallTime(Date.parse(now), start.timeZone).slice(0, 10);
  const every = repeat.every === 'week' ? 7 : 1;
  const days = Math.round((Date.parse(today) - Date.parse(first.slice(0, 10))) / 86_400_000);
  const since = Math.floor(days / every) * every;
  if (since < every) return null;
  const at = `${dayAfter(first.slice(0, 10), since)}T${first.slice(11)}`;
  const instant = instantOf(at, start.timeZone);
  const isDue = instant <= Date.parse(now) && Date.parse(now) - instant <= LATEST_MS;
  return isDue ? at : null;
}
