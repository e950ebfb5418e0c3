import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import { IMPORT_KEPT_DAYS, UNDO_IMPORT } from '@parley/contracts/api/contact-imports';
import { streamOf, type ContactEvent, type RecordedEvent, type Role } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { requestedBy, type CommandContext } from '@parley/event-sourcing/decider/command';
import { evolved, NotFound } from '@parley/event-sourcing/decider/decider';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { isPassing } from '@parley/platform/database/database';
import { contact, ToContact } from '../domain/contact';
import { undoOf } from '../domain/import';
import { inClaimOrder } from '../write/alias';
import { EraseContact } from '../write/erase-contact';
import type { ImportParams } from './contact-imports';
import { ImportStore, type DueRow, type RowEnd } from './import-store';

/** Number of rows that are undone concurrently. Each row that erases a contact waits for the view. */
const LANES = 50;

/**
 * Undoes an import: erases the contacts that it created and restores those that it updated. A contact that any other
 * request changed since stays as it is.
 */
@Injectable()
export class UndoImportKind implements JobKind {
  readonly name = UNDO_IMPORT;
  readonly batch = 200;
  readonly keptDays = IMPORT_KEPT_DAYS;
  readonly overseenBy: Role = 'manager';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly store: ImportStore,
    private readonly events: EventStore,
    private readonly commands: CommandBus,
    private readonly erasing: EraseContact,
    private readonly claims: Claims,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const { importId } = job.params as ImportParams;
    const lines = items.map(({ key }) => Number(key));
    const rows = await this.store.rowsAt(importId, lines);
    const byLine = new Map(rows.map((row) => [row.line, row]));
    const ends: RowEnd[] = [];
    for (let start = 0; start < lines.length; start += LANES) {
      signal.throwIfAborted();
      const side = lines
        .slice(start, start + LANES)
        .map((line) => this.end(job, importId, line, byLine.get(line)));
      ends.push(...(await Promise.all(side)));
    }
    signal.throwIfAborted();
    await this.store.end(importId, 'undo', ends);
    return ends.map(({ end, code }) =>
      end === 'undone' ? { result: 'done' } : { result: 'skipped', code: code ?? 'internal' },
    );
  }

  async finish({ id, params }: RunningJob): Promise<null> {
    await this.store.stepDone((params as ImportParams).importId, id);
    return null;
  }

  private async end(
    job: RunningJob,
    importId: string,
    line: number,
    row: DueRow | undefined,
  ): Promise<RowEnd> {
    // If an earlier attempt at this step erased the contact, the row has none any more.
    if (!row?.contact_id) return { line, end: 'undone', code: null };
    const { customerId, userId } = job;
    const context: CommandContext = {
      ...requestedBy(
        { customerId, userId, ip: job.ip ?? undefined },
        { commandId: uuidV5(`undo/${line}`, importId), now: this.now() },
      ),
      correlationId: undoIdOf(importId),
    };
    try {
      const code = await this.undo(row.contact_id, importId, context);
      return { line, end: code ? 'kept' : 'undone', code };
    } catch (error) {
      if (isPassing(error)) throw error;
      if (error instanceof CodedError) return { line, end: 'kept', code: error.code };
      this.logger.error(String(error), error instanceof Error ? error.stack : undefined);
      return { line, end: 'kept', code: 'internal' };
    }
  }

  /**
   * Undoes the import for one contact.
   * @returns the reason why the contact stays as it is; null if the import was undone for it
   */
  private async undo(contactId: string, importId: string, context: CommandContext): Promise<string | null> {
    const { customerId } = context;
    const events: RecordedEvent[] = [];
    for await (const event of this.events.readStream(streamOf('contact', contactId), { customerId })) {
      events.push(event);
    }
    const ids = { importId, undoId: context.correlationId };
    const undo = undoOf(events, ids);
    if (undo.type === 'kept') return undo.code;
    if (undo.type === 'erase' || isHalfErased(events, ids.undoId)) {
      await this.erasing.erase(contactId, context).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error;
      });
      return null;
    }
    if (undo.type === 'nothing') return null;
    const { initialState } = contact;
    const before = evolved(contact, initialState, events.slice(0, undo.before) as unknown as ContactEvent[]);
    const now = evolved(contact, initialState, events as unknown as ContactEvent[]);
    // Removes the addresses from the contact before their claims are released, so that another contact may take them.
    await this.commands.execute(new ToContact(contactId, { type: 'UndoImport', contactId, before }, context));
    for (const kind of ['phone', 'email'] as const) {
      const [added] = before.profile[kind] ? [] : inClaimOrder([{ kind, value: now.profile[kind] ?? '' }]);
      if (added) await this.claims.release(added, contactId, context);
    }
    return null;
  }
}

/** The correlation id of the events that undo an import; the same for every job that undoes it. */
export function undoIdOf(importId: string): string {
  return uuidV5('undo', importId);
}

/**
 * Whether an earlier attempt at this step recorded the erasure; it may have stopped before it deleted the key and the
 * claims.
 */
function isHalfErased(events: RecordedEvent[], undoId: string): boolean {
  return events.some(({ type, correlationId }) => type === 'ContactErased' && correlationId === undoId);
}
