import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CodedError } from '@parley/contracts/api/coded-error';
import {
  EXPORT,
  EXPORT_EVERY_SECONDS,
  MAX_EXPORT_DAYS,
  type Export,
  type ExportFieldsResponse,
  type ExportKind,
  type ExportLinkResponse,
  type ExportsResponse,
} from '@parley/contracts/api/exports';
import type { ExportRequest, ExportSelectionRequest } from '@parley/contracts/api/exports.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import type { ExportSource } from '@parley/feature/export-source';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { START } from '@parley/event-sourcing/store/position';
import { Jobs, type NewJob } from '@parley/jobs/jobs';
import { Database, type Sql } from '@parley/platform/database/database';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { Principal } from '@parley/platform/http/principal';
import { requireAbility } from '@parley/platform/http/auth.guard';
import { Secrets } from '@parley/platform/security/keys';
import { ExportFiles, PASSWORD, type SentFile } from './export-file';
import { ExportLinks } from './export-links';
import { ExportParts } from './export-parts';
import { toExport, type AskedExport, type ExportRow } from './export-row';
import { ExportSources } from './export-sources';
import { ExportStore } from './export-store';
import { type ExportCommand, ToExport } from './domain/export';

const DAY_MS = 24 * 60 * 60_000;

/** Exports of users. The texts of refusals are those of the specification, section 8. */
@Injectable()
export class Exports {
  constructor(
    private readonly exports: ExportStore,
    private readonly parts: ExportParts,
    private readonly files: ExportFiles,
    private readonly links: ExportLinks,
    private readonly sources: ExportSources,
    private readonly jobs: Jobs,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly commands: CommandBus,
    private readonly secrets: Secrets,
    private readonly oneAtATime: OneAtATime,
    private readonly database: Database,
  ) {}

  /**
   * The fields of a kind that can be exported.
   * @throws CodedError `not_authorized`
   */
  async fields(me: Principal, kind: ExportKind): Promise<ExportFieldsResponse> {
    const fields = await this.sourceFor(me, kind).fields(me.customerId);
    const names = fields.some(({ name }) => name.includes(':'))
      ? await this.sources.names(me.customerId)
      : new Map<string, string | null>();
    return {
      data: fields.map((field) => ({ ...field, label: names.get(field.name.split(':')[1] ?? '') ?? null })),
    };
  }

  /**
   * Number of conversations, contacts or entries that are selected now.
   * @throws as `begin`
   */
  async count(me: Principal, { kind, filter, from, to }: ExportSelectionRequest): Promise<{ count: number }> {
    requirePeriod(kind, from, to);
    const { text, values } = await this.sourceFor(me, kind).select(me, filter, { from, to });
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::integer as count from (${text}) selected`,
      values,
    );
    return { count: rows[0]?.count ?? 0 };
  }

  /**
   * Begins an export of what is selected at this moment.
   * @param id the request's id; repeating it returns the existing export
   * @throws Rejected `export_too_soon`, `export_too_long`, `export_empty`, `too_many_jobs`, and as `Jobs.begin`
   */
  async begin(me: Principal, id: string, asked: ExportRequest): Promise<Export> {
    const { kind, format, password, from, to, filter, fields, withNotes, withFiles, isZipped } = asked;
    const source = this.sourceFor(me, kind);
    requirePeriod(kind, from, to);
    const known = (await source.fields(me.customerId)).map(({ name }) => name);
    if (!fields.every((name) => known.includes(name))) throw new CodedError('invalid_input', 'fields');
    return this.turn(me, id, async () => {
      const cutOff = await this.cutOff(source);
      const { params, ...selected } = await source.select(me, filter, { from, to });
      await this.requireSome(selected);
      const hasPassword = password !== undefined;
      const request: AskedExport = {
        ...{ from, to, filter, fields, withNotes, withFiles, isZipped, hasPassword },
      };
      const names = Object.fromEntries(await this.sources.names(me.customerId));
      const row = { kind, format, request, params, cut_off: cutOff, names };
      if (password !== undefined) await this.secrets.put(me.customerId, id, PASSWORD, password);
      // Each item has its number as payload, which orders the pieces of the file.
      const text = `select key, to_jsonb(row_number() over ()) as payload from (${selected.text}) selected`;
      return this.start(me, id, row, { text, values: selected.values });
    });
  }

  /**
   * Makes the file of an export again, from the same conversations, contacts or entries as they were at the same log
   * position.
   * @throws NotFound for an export of another user, Rejected as `begin`
   */
  async again(me: Principal, id: string, formerId: string): Promise<Export> {
    const former = await this.own(me, formerId);
    this.sourceFor(me, former.kind);
    return this.turn(me, id, async () => {
      const { kind, format, request, params, cut_off, names, customer_id } = former;
      if (request.hasPassword) {
        const password = await this.secrets.get(customer_id, formerId, PASSWORD);
        // The password was deleted with the file.
        if (password === null) throw new Rejected('export_password_gone');
        await this.secrets.put(customer_id, id, PASSWORD, password);
      }
      const row = { kind, format, request, params, cut_off, names };
      return this.start(me, id, row, this.jobs.itemsOf(formerId));
    });
  }

  async list(me: Principal, before: string | undefined): Promise<ExportsResponse> {
    const userId = me.role === 'admin' ? null : me.userId;
    const rows = await this.exports.page(me.customerId, userId, before);
    const page = rows.slice(0, 50);
    const jobs = await this.jobs.among(
      me,
      page.map(({ id }) => id),
    );
    const last = await this.exports.lastOf(me.userId);
    const nextAt = last && new Date(last.getTime() + EXPORT_EVERY_SECONDS * 1_000);
    return {
      data: page.map((row) => toExport(row, jobs.get(row.id) ?? null)),
      next: rows.length > page.length ? page.at(-1)!.id : null,
      nextAt: nextAt && nextAt.getTime() > Date.now() ? nextAt.toISOString() : null,
    };
  }

  /**
   * Issues a link that opens the file for this user, for ten minutes. The audit log lists each link.
   * @throws as `ready`
   */
  async link(me: Principal, id: string): Promise<ExportLinkResponse> {
    await this.ready(me, id);
    const link = this.links.issue(id, me.userId);
    await this.say(me, id, { type: 'IssueLink', validUntil: link.validUntil });
    return link;
  }

  /** @throws NotFound, CodedError `export_link_expired`, and as `ready` */
  async file(me: Principal, id: string, link: string): Promise<SentFile> {
    this.links.check(link, id, me.userId);
    return this.files.of(await this.ready(me, id));
  }

  /**
   * Deletes the file permanently; repeating it changes nothing.
   * @throws NotFound for an export of another user
   */
  async delete(me: Principal, id: string): Promise<void> {
    const { customer_id } = await this.own(me, id);
    await this.jobs.cancel(me, id);
    await this.exports.end(id, 'deleted');
    await this.secrets.remove(customer_id, id, PASSWORD);
    await this.parts.remove(id);
    await this.say(me, id, { type: 'Delete' });
  }

  /**
   * Runs the exports of a user one at a time, at most one per `EXPORT_EVERY_SECONDS`.
   * @throws Rejected `export_too_soon`
   */
  private turn(me: Principal, id: string, work: () => Promise<Export>): Promise<Export> {
    return this.oneAtATime.run(`exports of ${me.userId}`, async () => {
      const made = await this.exports.find(id);
      if (made) {
        const { kind, format, request } = made;
        // Records the request again, in case a crash prevented that the first time.
        await this.say(me, id, {
          type: 'Request',
          request: { kind, format, from: request.from, to: request.to },
        });
        return toExport(made, (await this.jobs.among(me, [id])).get(id) ?? null);
      }
      const last = await this.exports.lastOf(me.userId);
      if (last && Date.now() - last.getTime() < EXPORT_EVERY_SECONDS * 1_000)
        throw new Rejected(
          'export_too_soon',
          `You can only export once per ${EXPORT_EVERY_SECONDS} seconds.`,
        );
      return work();
    });
  }

  private async start(
    me: Principal,
    id: string,
    row: Pick<ExportRow, 'kind' | 'format' | 'request' | 'params' | 'cut_off' | 'names'>,
    items: NonNullable<NewJob['items']>,
  ): Promise<Export> {
    const { customerId, userId, ip } = me;
    const { kind, format, request } = row;
    const { from, to } = request;
    const alongside = (tx: Sql) =>
      this.exports.add({ id, customer_id: customerId, user_id: userId, ...row }, tx);
    const begun = { id, kind: EXPORT, customerId, userId, ip, params: {}, about: { kind, format } };
    const job = await this.jobs.begin({ ...begun, items, alongside });
    if (!job) throw new Rejected('too_many_jobs');
    await this.say(me, id, { type: 'Request', request: { kind, format, from, to } });
    return toExport((await this.exports.find(id))!, job);
  }

  private async say(me: Principal, id: string, command: ExportCommand): Promise<void> {
    await this.commands.execute(new ToExport(id, command, requestedNow(me)));
  }

  /**
   * The end of the log, once the views of a source contain it.
   * @throws Rejected `busy`
   */
  private async cutOff({ views }: ExportSource): Promise<string> {
    const head = (await this.store.head()) ?? START;
    for (const view of views) await this.views.catchUp(view, head);
    return head;
  }

  /** @throws Rejected `export_empty` */
  private async requireSome({ text, values }: { text: string; values: unknown[] }): Promise<void> {
    const { rows } = await this.database.query<{ is: boolean }>(
      `select exists (select from (${text}) selected) as is`,
      values,
    );
    if (!rows[0]?.is) throw new Rejected('export_empty', 'No data found to export.');
  }

  private sourceFor(me: Principal, kind: ExportKind): ExportSource {
    const source = this.sources.get(kind);
    requireAbility(me, source.requires);
    return source;
  }

  /** @throws NotFound for an export of another user */
  private async own({ customerId, userId }: Principal, id: string): Promise<ExportRow> {
    const row = await this.exports.find(id);
    if (!row || row.customer_id !== customerId || row.user_id !== userId) throw new NotFound();
    return row;
  }

  /** @throws NotFound, CodedError `export_expired` for a file that is gone */
  private async ready(me: Principal, id: string): Promise<ExportRow> {
    const row = await this.own(me, id);
    this.sourceFor(me, row.kind);
    if (row.file === 'making') throw new NotFound();
    if (row.file !== 'ready' || row.file_until.getTime() <= Date.now())
      throw new CodedError('export_expired');
    return row;
  }
}

/** @throws CodedError `export_too_long`, `invalid_input` for a period that ends before it begins */
function requirePeriod(kind: ExportKind, from: string | null, to: string | null): void {
  // Only contacts may be exported without a period.
  if (kind === 'contacts' && (from === null || to === null)) return;
  if (from === null || to === null) throw new CodedError('invalid_input', 'from, to');
  const length = Date.parse(to) - Date.parse(from);
  if (length <= 0) throw new CodedError('invalid_input', 'to');
  if (length > MAX_EXPORT_DAYS * DAY_MS)
    throw new CodedError('export_too_long', 'The maximum date range is 1 year.');
}
