import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CodedError } from '@parley/contracts/api/coded-error';
import { CONTACT_CHANGES } from '@parley/contracts/api/contacts';
import type { Role } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { isPassing } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { type ContactCommand, ToContact } from '../domain/contact';
import { ContactListQueries } from '../read/contact-list.queries';
import { ContactQueries } from '../read/contacts.queries';
import type { ContactChangesParams } from './contact-jobs';

/** Maximum number of commands that run concurrently, so that requests of users do not wait behind a job. */
const LANES = 5;

/**
 * Labels, blocks and opts in or out each contact with the same command that a user's action sends, under the item's
 * id.
 */
@Injectable()
export class ContactChangesKind implements JobKind {
  readonly name = CONTACT_CHANGES;
  readonly batch = 50;
  readonly keptDays = 7;
  readonly overseenBy: Role = 'manager';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly contacts: ContactQueries,
    private readonly lists: ContactListQueries,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const params = job.params as ContactChangesParams;
    const viewer = await this.contacts.viewerOf(job, params);
    const visible = await this.lists.visibleAmong(
      viewer,
      items.map(({ key }) => key),
    );
    const command = commandOf(params);
    const outcomes: ItemOutcome[] = [];
    for (let start = 0; start < items.length; start += LANES) {
      signal.throwIfAborted();
      const side = items
        .slice(start, start + LANES)
        .map(async (item) => (visible.has(item.key) ? this.change(job, item, command) : notFound));
      outcomes.push(...(await Promise.all(side)));
    }
    return outcomes;
  }

  async namesOf(viewer: Principal, keys: string[]): Promise<Map<string, string>> {
    return this.lists.namesOf((await this.contacts.viewerAt(viewer)).viewer, keys);
  }

  private async change(job: RunningJob, item: RunningItem, command: ContactCommand): Promise<ItemOutcome> {
    const { customerId, userId, ip } = job;
    const by = { customerId, userId, ip: ip ?? undefined };
    const requested = requestedBy(by, { commandId: item.id, now: this.now() });
    const context = { ...requested, correlationId: job.id };
    try {
      const { events } = await this.commands.execute(new ToContact(item.key, command, context));
      // An earlier attempt at this item may have recorded the change.
      const isDone = events.length > 0 || (await this.aggregates.doneAt('contact', item.key, context));
      return isDone ? { result: 'done' } : { result: 'skipped', code: 'already_so' };
    } catch (error) {
      if (isPassing(error)) throw error;
      if (error instanceof CodedError) {
        // A label that the contact does not have counts as skipped, not as failed.
        return { result: error.code === 'label_not_linked' ? 'skipped' : 'failed', code: error.code };
      }
      this.logger.error(String(error), error instanceof Error ? error.stack : undefined);
      return { result: 'failed', code: 'internal' };
    }
  }
}

const notFound: ItemOutcome = { result: 'failed', code: 'not_found' };

function commandOf({ action, label }: ContactChangesParams): ContactCommand {
  switch (action.type) {
    case 'label':
    case 'unlabel': {
      const [labelId, ...aliases] = label!;
      return { type: action.type === 'label' ? 'Label' : 'Unlabel', labelId, aliases };
    }
    case 'block':
      return { type: 'Block' };
    case 'unblock':
      return { type: 'Unblock' };
    case 'optIn':
      return { type: 'OptIn' };
    case 'optOut':
      return { type: 'OptOut' };
  }
}
