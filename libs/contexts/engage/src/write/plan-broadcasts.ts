import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MAX_RECIPIENTS_IN_BATCH } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { broadcast as decider, ToBroadcast } from '../domain/broadcast';
import { barredNumbers } from '../domain/marketing-rules';
import { plan, type Allowance } from '../domain/plan';
import { wallTime } from '@parley/contracts/rules/wall-time';
import { EngageSettingsQueries } from '../read/engage-settings.queries';
import { engageView } from '../read/engage.view';
import { SendingQueries, type RunningBroadcast } from '../read/sending.queries';
import { idOfPlannedBatch } from './broadcast-ids';
import { ToBroadcastBatch } from '../domain/broadcast-batch';
import { BroadcastAudience, EngageAgreement, type Audience, type AudiencePage } from './neighbours';

/**
 * Records the members of a list as recipients, in batches of one event each. After a crash, planning continues where
 * the ledger ends; a recorded batch stays as it is, even if the list has changed since.
 */
@Injectable()
export class PlanBroadcasts {
  now = () => new Date().toISOString();

  constructor(
    private readonly audience: BroadcastAudience,
    private readonly agreement: EngageAgreement,
    private readonly settings: EngageSettingsQueries,
    private readonly sending: SendingQueries,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  /**
   * Plans until all members are recorded, the broadcast is cancelled, or `isWanted` returns false. The ledger
   * contains all planned recipients at the end.
   */
  async plan(broadcast: RunningBroadcast, isWanted: () => boolean): Promise<void> {
    const { id, customerId, state } = broadcast;
    const { start, content } = state;
    if (!start) return;
    // The use of the limits in the ledger has to include the latest recipients of this and other broadcasts.
    await this.views.catchUp(engageView.name, (await this.store.head()) ?? '');
    const audience = audienceOf(customerId, state);
    let allowance = await this.allowance(customerId, start.from);
    let after = broadcast.plannedAfter;
    let position = '';
    let reading = this.read(broadcast, audience, after);
    for (;;) {
      const { page, unreached, counted } = await reading;
      if (!isWanted() || (await this.isCancelled(broadcast))) return;
      // Reads the next page while the batch is recorded.
      const following = page.next === null ? null : this.read(broadcast, audience, page.next);
      following?.catch(() => undefined);
      const planned = plan(page.candidates, { content, start, unreached, counted }, allowance);
      const batchId = idOfPlannedBatch(id, after);
      const command = { broadcastId: id, recipients: planned.recipients, next: page.next };
      const context = doneBy('engage', { customerId, doing: `plan/${batchId}`, now: this.now() });
      const said = await this.commands.execute(
        new ToBroadcastBatch(batchId, { type: 'Plan', ...command }, context, true),
      );
      position = said.position ?? position;
      allowance = planned.left;
      // If the batch was recorded before, planning continues from that batch's end.
      after = said.state?.type === 'RecipientsPlanned' ? said.state.data.next : page.next;
      if (after === null) break;
      reading = following && after === page.next ? following : this.read(broadcast, audience, after);
    }
    const context = doneBy('engage', { customerId, doing: `planned/${id}`, now: this.now() });
    const done = await this.commands.execute(new ToBroadcast(id, { type: 'FinishPlanning' }, context));
    await this.views.catchUp(engageView.name, done.position ?? position);
  }

  /** Reads the next members of the list, with the data that the ledger contains about them. */
  private async read(
    { customerId, state: { start } }: RunningBroadcast,
    audience: Audience,
    after: string | null,
  ): Promise<{ page: AudiencePage; unreached: Set<string>; counted: Set<string> }> {
    const [page, { settings }] = await Promise.all([
      this.audience.page(audience, { after, limit: MAX_RECIPIENTS_IN_BATCH }),
      this.settings.state(customerId),
    ]);
    const ids = page.candidates.map(({ contactId }) => contactId);
    const [unreached, counted] = await Promise.all([
      this.sending.unreached(customerId, ids, this.now()),
      this.settings.counted(customerId, ids, start!.from, settings.timeZone),
    ]);
    return { page, unreached, counted };
  }

  private async isCancelled({ id, customerId }: RunningBroadcast): Promise<boolean> {
    const { state } = await this.aggregates.load(decider, 'broadcast', id, customerId);
    return state.status === 'cancelled';
  }

  private async allowance(customerId: string, at: string): Promise<Allowance> {
    const { settings } = await this.settings.state(customerId);
    const [limits, used] = await Promise.all([
      this.agreement.limits(customerId),
      this.settings.use(customerId, at, settings.timeZone),
    ]);
    const left = (limit: number, use: number) => (limit < 0 ? null : Math.max(0, limit - use));
    return { messages: left(limits.messages, used.messages), contacts: left(limits.contacts, used.contacts) };
  }
}

/** The recipients of a started broadcast. */
export function audienceOf(customerId: string, { content, start }: RunningBroadcast['state']): Audience {
  const { listId, repeat, schedule } = content;
  const { timeZone = 'UTC', consent = 'agreed', from = '' } = start ?? {};
  const day = schedule.at?.slice(0, 10) ?? wallTime(Date.parse(from), timeZone).slice(0, 10);
  const onDay =
    repeat?.every === 'date' && repeat.attributeId
      ? { attributeId: repeat.attributeId, day: day.slice(5) }
      : null;
  const barred = barredNumbers([start?.template, start?.other]);
  return { customerId, listId: listId ?? '', consent, onDay, barred };
}
