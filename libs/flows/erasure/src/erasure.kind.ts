import { Injectable, Logger } from '@nestjs/common';
import { ContactListQueries } from '@parley/contacts/read/contact-list.queries';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import type { ContactJobParams } from '@parley/contacts/bulk/contact-jobs';
import { CONTACT_ERASURE } from '@parley/contracts/api/contacts';
import type { Role } from '@parley/contracts/events';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { isPassing, Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { SubjectKeys } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';
import { Storage } from '@parley/platform/storage/storage';
import { eraseEverywhere } from './erase-everywhere';

/**
 * A job that erases each of its contacts from everything that the product stores. Its steps can be repeated after a
 * crash.
 */
@Injectable()
export class ErasureKind implements JobKind {
  readonly name = CONTACT_ERASURE;
  readonly batch = 5;
  readonly keptDays = 7;
  readonly overseenBy: Role = 'manager';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly contacts: ContactQueries,
    private readonly lists: ContactListQueries,
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly storage: Storage,
    private readonly subjectKeys: SubjectKeys,
    private readonly masterKey: MasterKey,
    private readonly views: PostgresViews,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const viewer = await this.contacts.viewerOf(job, job.params as ContactJobParams);
    if (viewer.role === 'user') return items.map(() => ({ result: 'failed', code: 'not_authorized' }));
    const visible = await this.lists.visibleAmong(
      viewer,
      items.map(({ key }) => key),
    );
    const outcomes: ItemOutcome[] = [];
    for (const item of items) {
      signal.throwIfAborted();
      // A contact that an earlier try of this step erased is no longer in any list.
      const isRepeated = !visible.has(item.key) && (await this.contacts.isErased(job.customerId, item.key));
      outcomes.push(visible.has(item.key) || isRepeated ? await this.erase(job, item) : notFound);
    }
    return outcomes;
  }

  async namesOf(viewer: Principal, keys: string[]): Promise<Map<string, string>> {
    return this.lists.namesOf((await this.contacts.viewerAt(viewer)).viewer, keys);
  }

  private async erase(job: RunningJob, item: RunningItem): Promise<ItemOutcome> {
    const { customerId, userId, ip } = job;
    const { database, store, storage, subjectKeys, masterKey, views } = this;
    const by = { customerId, userId, ip: ip ?? undefined };
    const context = requestedBy(by, { commandId: item.id, now: this.now() });
    try {
      await eraseEverywhere(
        { database, store, storage, subjectKeys, masterKey, views },
        item.key,
        { ...context, correlationId: job.id },
        { sweep: false },
      );
      return { result: 'done' };
    } catch (error) {
      if (isPassing(error)) throw error;
      if (error instanceof NotFound) return notFound;
      this.logger.error(String(error), error instanceof Error ? error.stack : undefined);
      return { result: 'failed', code: 'internal' };
    }
  }
}

const notFound: ItemOutcome = { result: 'failed', code: 'not_found' };
