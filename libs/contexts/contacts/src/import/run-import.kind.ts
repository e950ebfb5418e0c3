import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import { IMPORT_KEPT_DAYS, RUN_IMPORT } from '@parley/contracts/api/contact-imports';
import { streamOf, type Role } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedBy, step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { evolved, NotFound } from '@parley/event-sourcing/decider/decider';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { isPassing } from '@parley/platform/database/database';
import { SubjectKeys } from '@parley/platform/security/keys';
import { contact, type ContactCommand, ToContact } from '../domain/contact';
import { ToListBatch } from '../domain/contact-list';
import { ContactQueries } from '../read/contacts.queries';
import { ChangeContact } from '../write/change-contact';
import type { ImportParams } from './contact-imports';
import { attributesIn, importedRow, type KnownAttributes } from './imported-row';
import { ImportStore, type DueRow, type RowEnd, type StoredImport } from './import-store';

/** Number of rows that are imported concurrently, so that their reads and appends share statements. */
const LANES = 250;

/** Data that all rows of one import share. */
interface Common {
  held: StoredImport;
  labels: { labelId: string; aliases: string[] }[];
  attributes: KnownAttributes;
  contextOf: (line: number) => CommandContext;
}

/** Lines whose contact and claims had no stream in the log yet at the time `at`, a value of `performance.now()`. */
interface Unknown {
  lines: ReadonlySet<number>;
  at: number;
}

/**
 * Creates and updates the contacts of an import as its check announced. A contact's id derives from the import and
 * the line, so that a repeated step creates no contact twice.
 */
@Injectable()
export class RunImportKind implements JobKind {
  readonly name = RUN_IMPORT;
  readonly batch = 1_000;
  readonly keptDays = IMPORT_KEPT_DAYS;
  readonly overseenBy: Role = 'manager';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly store: ImportStore,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly changing: ChangeContact,
    private readonly contacts: ContactQueries,
    private readonly keys: SubjectKeys,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const { importId } = job.params as ImportParams;
    const { customerId } = job;
    const held = await this.store.get(customerId, importId);
    const lines = items.map(({ key }) => Number(key));
    const [rows, attributes, labels] = await Promise.all([
      this.store.rowsAt(importId, lines),
      this.contacts.attributesOf(customerId, attributesIn(held.settings.columns)),
      this.labelsOf(customerId, held.settings.labelIds),
    ]);
    const created = rows.flatMap(({ outcome, contact_id: id }) => (outcome === 'create' && id ? [id] : []));
    if (created.length > 0) await this.keys.forMany(created.map((subject) => ({ customerId, subject })));
    const contextOf = (line: number) => ({
      ...requestedBy(
        { customerId, userId: job.userId, ip: job.ip ?? undefined },
        { commandId: uuidV5(`import/${line}`, importId), now: this.now() },
      ),
      correlationId: importId,
    });
    const common = { held, labels, attributes, contextOf };
    const ends = new Map<number, RowEnd>();
    for (let start = 0; start < rows.length; start += LANES) {
      signal.throwIfAborted();
      // A row with a result was imported by an earlier attempt at this step.
      const side = rows.slice(start, start + LANES).filter(({ result }) => !result);
      const unknown = await this.unknownOf(side, customerId);
      await Promise.all(
        side.map(async (row) => void ends.set(row.line, await this.end(row, common, unknown))),
      );
    }
    signal.throwIfAborted();
    await this.addToList(held, rows, ends, contextOf);
    await this.store.end(importId, 'result', [...ends.values()]);
    const byLine = new Map(rows.map((row) => [row.line, row]));
    return lines.map((line) => outcomeOf(ends.get(line), byLine.get(line)));
  }

  async finish({ id, params }: RunningJob): Promise<null> {
    await this.store.stepDone((params as ImportParams).importId, id);
    return null;
  }

  private async unknownOf(rows: DueRow[], customerId: string): Promise<Unknown> {
    const at = performance.now();
    const streamsOf = ({ contact_id: id, phone_claim: phone, email_claim: email }: DueRow) => [
      streamOf('contact', id!),
      ...[phone, email].flatMap((claim) => (claim ? [streamOf('claim', claim)] : [])),
    ];
    const created = rows.filter(({ outcome, contact_id: id }) => outcome === 'create' && id);
    if (created.length === 0) return { lines: new Set(), at };
    const begun = await this.aggregates.begun(created.flatMap(streamsOf), customerId);
    const unknown = created.filter((row) => !streamsOf(row).some((stream) => begun.has(stream)));
    return { lines: new Set(unknown.map(({ line }) => line)), at };
  }

  private async end(row: DueRow, common: Common, unknown: Unknown): Promise<RowEnd> {
    const { line } = row;
    try {
      await this.apply(row, common, unknown);
      return { line, end: 'done', code: null };
    } catch (error) {
      if (isPassing(error)) throw error;
      if (error instanceof NotFound) return { line, end: 'failed', code: 'erased_since' };
      if (error instanceof CodedError) return { line, end: 'failed', code: error.code };
      this.logger.error(String(error), error instanceof Error ? error.stack : undefined);
      return { line, end: 'failed', code: 'internal' };
    }
  }

  private async apply(
    row: DueRow,
    { held, labels, attributes, contextOf }: Common,
    unknown: Unknown,
  ): Promise<void> {
    const context = contextOf(row.line);
    const contactId = row.contact_id!;
    const read = importedRow(row.cells, held.settings, held.header.length, attributes);
    if (!('details' in read)) throw new CodedError(read.code);
    const isNew = row.outcome === 'create';
    const metadata = read.metadata.map((entry, index) => ({
      ...entry,
      newId: uuidV5(`metadata/${index}`, context.commandId),
    }));
    const isUnknown = unknown.lines.has(row.line);
    const { state, version } = isUnknown
      ? { state: contact.initialState, version: null }
      : await this.aggregates.load(contact, 'contact', contactId, context.customerId);
    // An earlier attempt at this step imported the row; repeating it would override later changes of the contact.
    if (version !== null && (await this.aggregates.doneAt('contact', contactId, context))) return;
    const details = { ...read.details };
    // An address that the contact already has keeps its spelling.
    for (const field of ['phone', 'email'] as const) if (state.profile[field]) delete details[field];
    const command = {
      type: 'Import',
      contactId,
      isNew,
      details,
      metadata,
      labels,
      attributes: read.attributes,
      optIn: read.optIn,
    } as const satisfies ContactCommand;
    const after = evolved(contact, state, contact.decide(command, state));
    const change = { contactId, before: state, after, ...(isUnknown && { unheldAt: unknown.at }) };
    await this.changing.claiming(change, context, (inTime) =>
      this.commands.execute(new ToContact(contactId, command, inTime, version === null)),
    );
  }

  /**
   * Adds the created and changed contacts to the list that the import names, in a command with the id of the first
   * row.
   */
  private async addToList(
    { settings: { listId } }: StoredImport,
    rows: DueRow[],
    ends: ReadonlyMap<number, RowEnd>,
    contextOf: Common['contextOf'],
  ): Promise<void> {
    const done = rows.filter(({ line }) => ends.get(line)?.end === 'done');
    const contactIds = done.flatMap(({ contact_id: id }) => (id ? [id] : []));
    if (!listId || contactIds.length === 0) return;
    const context = step(contextOf(done[0]!.line), 'list');
    const command = { type: 'List', listId, contactIds } as const;
    await this.commands.execute(new ToListBatch(context.commandId, command, context, true));
  }

  /** The import's labels that still exist. */
  private async labelsOf(customerId: string, ids: string[]): Promise<Common['labels']> {
    const found = ids.map(async (id) => {
      try {
        const [labelId, ...aliases] = await this.contacts.idsOfLabel(customerId, id);
        return [{ labelId, aliases }];
      } catch (error) {
        if (error instanceof NotFound) return [];
        throw error;
      }
    });
    return (await Promise.all(found)).flat();
  }
}

function outcomeOf(end: RowEnd | undefined, row: DueRow | undefined): ItemOutcome {
  const result = end?.end ?? row?.result;
  if (result === 'done') return { result };
  return { result: result === 'skipped' ? 'skipped' : 'failed', code: end?.code ?? 'internal' };
}
