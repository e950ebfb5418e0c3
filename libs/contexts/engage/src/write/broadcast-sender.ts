import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { SkipReason } from '@parley/contracts/events';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Lease } from '@parley/platform/lease/lease';
import { phoneZones } from '../domain/zones';
import { afterQuiet } from '@parley/contracts/rules/wall-time';
import { engageView } from '../read/engage.view';
import { EngageSettingsQueries } from '../read/engage-settings.queries';
import { SendingQueries, type DueRecipient, type RunningBroadcast } from '../read/sending.queries';
import { ToBroadcast } from '../domain/broadcast';
import { ToBroadcastBatch } from '../domain/broadcast-batch';
import { BroadcastMessages } from './neighbours';
import { PlanBroadcasts } from './plan-broadcasts';
import { RepeatBroadcasts } from './repeat-broadcasts';

/** Interval in ms between rounds when nothing was due, and when something was. */
const IDLE_MS = 1_000;
const BUSY_MS = 100;
/** Number of messages that are queued concurrently: enough to fill the concurrent commits of the log. */
const LANES = 128;
/**
 * As many messages as the channel sends in this number of seconds may be on their way to the provider; others wait.
 */
const WAY_SECONDS = 3;
const MIN_ON_THE_WAY = 50;
/** Maximum time in ms that a channel waits for its next message; a longer wait means that the clock was put back. */
const MAX_PACE_MS = 60_000;

/**
 * Plans broadcasts and puts their messages on the outbound topic of broadcasts, no faster than the channel's rate and
 * with a limit of messages on their way, so that a pause or a cancellation stops all the others. One process does
 * this at a time; its successor reads the rest from the ledger, and messages that it queues again have the same ids.
 */
@Injectable()
export class BroadcastSender implements LeasedWork {
  readonly name = 'broadcasts';
  private readonly logger = new Logger(this.name);
  /** Time at which a channel may send its next message, in ms since the epoch, by channel id. */
  private readonly nextAt = new Map<string, number>();
  now = () => new Date().toISOString();

  constructor(
    private readonly sending: SendingQueries,
    private readonly settings: EngageSettingsQueries,
    private readonly planning: PlanBroadcasts,
    private readonly repeating: RepeatBroadcasts,
    private readonly messages: BroadcastMessages,
    private readonly commands: CommandBus,
    private readonly views: Views,
  ) {}

  run(lease: Lease): Promise<void> {
    return lease.repeat(
      async () => {
        await this.repeating.begin(this.now());
        return (await this.round(() => lease.isOwned())) ? BUSY_MS : IDLE_MS;
      },
      (error) => this.logger.warn(String(error)),
    );
  }

  /**
   * Does the work that is due.
   * @returns whether there was any
   */
  async round(isOwned: () => boolean): Promise<boolean> {
    let isBusy = false;
    for (const broadcast of await this.sending.running()) {
      if (!isOwned()) return false;
      const { state, id, customerId } = broadcast;
      if (state.status === 'planning') {
        await this.planning.plan(broadcast, isOwned);
        isBusy = true;
        continue;
      }
      if (state.status === 'finished') {
        await this.tell(broadcast, { type: 'GoOn' }, `go-on/${id}`);
        isBusy = true;
        continue;
      }
      const sent = await this.send(broadcast, isOwned);
      if (sent > 0) isBusy = true;
      if (broadcast.planned === 0 && broadcast.queued === 0 && sent === 0) {
        await this.tell(broadcast, { type: 'Finish' }, `finish/${id}/${broadcast.state.status}`);
        isBusy = true;
      } else if (await this.chooseWinner(broadcast)) {
        isBusy = true;
        this.logger.log(`chose between the templates of ${id} of ${customerId}`);
      }
    }
    return isBusy;
  }

  private async send(broadcast: RunningBroadcast, isOwned: () => boolean): Promise<number> {
    const { id, customerId, state, planned } = broadcast;
    const { start, content } = state;
    const channelId = content.channelId ?? '';
    const now = this.now();
    if (!start || planned === 0) return 0;
    const { settings } = await this.settings.state(customerId);
    const isQuiet = (zone: string) => afterQuiet(Date.parse(now), zone, start.quietHours) > Date.parse(now);
    const quietZones = start.quietHours.isOn ? phoneZones.filter(isQuiet) : [];
    if (content.schedule.zone === 'organisation' && isQuiet(start.timeZone)) return 0;
    const holds = await this.settings.holds([channelId], now);
    if (holds.has(channelId)) return 0;
    const limit = Math.min(
      this.paced(channelId, settings.perSecond),
      Math.max(MIN_ON_THE_WAY, settings.perSecond * WAY_SECONDS) - broadcast.queued,
    );
    if (limit < 1) return 0;
    const due = await this.sending.due(id, { now, quietZones, limit });
    if (due.length === 0) return 0;
    this.take(channelId, due.length, settings.perSecond);
    const position = await this.queue(broadcast, due, isOwned);
    // The next round must not find these recipients as planned.
    if (position) await this.views.catchUp(engageView.name, position);
    return due.length;
  }

  /** @returns the position of the last queued message */
  private async queue(
    broadcast: RunningBroadcast,
    due: DueRecipient[],
    isOwned: () => boolean,
  ): Promise<string> {
    const { id: broadcastId, customerId, createdBy: userId, state } = broadcast;
    const { start, content } = state;
    const skipped: { contactId: string; reason: SkipReason }[] = [];
    const waiting = [...due];
    let position = '';
    const lane = async () => {
      for (let next = waiting.shift(); next && isOwned(); next = waiting.shift()) {
        const { contactId, attempt, variant } = next;
        const filling =
          variant === 'b' && start!.other
            ? { template: start!.other, values: content.split?.values ?? [] }
            : { template: start!.template, values: content.values };
        const doing = `send/${broadcastId}/${contactId}/${attempt}`;
        const queued = await this.messages.queue(
          {
            ...{ broadcastId, customerId, contactId, attempt, userId, consent: start!.consent },
            ...{ channelId: content.channelId!, ...filling },
          },
          doneBy('engage', { customerId, doing, now: this.now() }),
        );
        if ('skipped' in queued) skipped.push({ contactId, reason: queued.skipped });
        else if (queued.position && queued.position > position) position = queued.position;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (skipped.length === 0) return position;
    const batchId = uuidV5(`skipped/${skipped.map(({ contactId }) => contactId).join()}`, broadcastId);
    const context = doneBy('engage', { customerId, doing: `skip/${batchId}`, now: this.now() });
    const said = await this.commands.execute(
      new ToBroadcastBatch(batchId, { type: 'Skip', broadcastId, recipients: skipped }, context, true),
    );
    return said.position && said.position > position ? said.position : position;
  }

  /** Once the split's hours are over, chooses the template with more replies per message for the rest. */
  private async chooseWinner(broadcast: RunningBroadcast): Promise<boolean> {
    const { id, state, queued } = broadcast;
    const { split } = state.content;
    if (!split || !state.start?.other || state.winner !== null || queued > 0) return false;
    const decideAt = Date.parse(state.start.from) + split.hours * 3_600_000;
    if (Date.parse(this.now()) < decideAt) return false;
    const { a, b } = await this.sending.split(id);
    const rate = ({ sent, replied }: typeof a) => (sent === 0 ? 0 : replied / sent);
    const variant = rate(b) > rate(a) ? 'b' : 'a';
    await this.tell(broadcast, { type: 'ChooseWinner', variant }, `winner/${id}`);
    return true;
  }

  private async tell(
    { id, customerId }: RunningBroadcast,
    command: ToBroadcast['command'],
    doing: string,
  ): Promise<void> {
    // A retry can make a finished broadcast active and finish it again, so each time needs a command id of its own.
    const context = doneBy('engage', { customerId, doing: `${doing}/${this.now()}`, now: this.now() });
    const { position } = await this.commands.execute(new ToBroadcast(id, command, context));
    if (position) await this.views.catchUp(engageView.name, position);
  }

  /** Number of messages that the channel may send now. */
  private paced(channelId: string, perSecond: number): number {
    const now = Date.parse(this.now());
    return Math.floor(((now - this.nextOf(channelId, now)) * perSecond) / 1_000);
  }

  private take(channelId: string, count: number, perSecond: number): void {
    const next = this.nextOf(channelId, Date.parse(this.now()));
    this.nextAt.set(channelId, next + (count * 1_000) / perSecond);
  }

  /**
   * A channel accumulates at most one second of unused rate. A time too far ahead is discarded, since the clock was
   * put back.
   */
  private nextOf(channelId: string, now: number): number {
    const known = this.nextAt.get(channelId) ?? 0;
    return known > now + MAX_PACE_MS ? now - 1_000 : Math.max(known, now - 1_000);
  }
}
