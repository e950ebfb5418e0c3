import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FILL_LIST } from '@parley/contracts/api/contact-lists';
import { MAX_IN_BATCH, type Role } from '@parley/contracts/events';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import type { FillListParams } from './contact-lists';
import { ToListBatch } from '../domain/contact-list';
import { ListQueries } from './list.queries';

/** Adds contacts to a fixed list: each step appends one event, with the id of the step's first item. */
@Injectable()
export class FillListKind implements JobKind {
  readonly name = FILL_LIST;
  readonly batch = MAX_IN_BATCH;
  readonly keptDays = 7;
  readonly overseenBy: Role = 'manager';
  now = () => new Date().toISOString();

  constructor(
    private readonly lists: ListQueries,
    private readonly commands: CommandBus,
  ) {}

  async process(
    { id, customerId, userId, ip, params }: RunningJob,
    items: RunningItem[],
  ): Promise<ItemOutcome[]> {
    const { listId } = params as FillListParams;
    // Throws, which fails the job, if the list was deleted since the job began.
    await this.lists.get(customerId, listId);
    const commandId = items[0]!.id;
    const context = {
      ...requestedBy({ customerId, userId, ip: ip ?? undefined }, { commandId, now: this.now() }),
      correlationId: id,
    };
    const contactIds = items.map(({ key }) => key);
    await this.commands.execute(
      new ToListBatch(commandId, { type: 'List', listId, contactIds }, context, true),
    );
    return items.map(() => ({ result: 'done' }));
  }
}
