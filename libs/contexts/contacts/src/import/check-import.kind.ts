import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { CHECK_IMPORT, IMPORT_KEPT_DAYS, type ImportSettings } from '@parley/contracts/api/contact-imports';
import { contactFields, type Role } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import type { ItemOutcome, JobKind, NewItem, RunningJob } from '@parley/feature/job-kind';
import { standsForSql } from '@parley/read-kit/merged';
import { Database } from '@parley/platform/database/database';
import { Storage } from '@parley/platform/storage/storage';
import { ContactQueries } from '../read/contacts.queries';
import { columnOf, type ContactRow } from '../read/contacts.rows';
import { inClaimOrder } from '../write/alias';
import type { ImportParams } from './contact-imports';
import { csvRows, type CsvPlace } from './csv-rows';
import { attributesIn, importedRow, type ImportedContact, type KnownAttributes } from './imported-row';
import { ImportStore, type CheckedRow } from './import-store';

/** Number of rows that are looked up together, in four statements. */
const BATCH = 1_000;
/** Maximum number of rows that one step of the job reads. */
const STEP = 10_000;

interface Row extends Pick<CheckedRow, 'line' | 'cells'> {
  read: ReturnType<typeof importedRow>;
  phone: string | null;
  email: string | null;
}

interface Known {
  claim: string;
  contact: ContactRow;
}

/** Reads the file of an import and decides the outcome of each row, without changing any contact. */
@Injectable()
export class CheckImportKind implements JobKind {
  readonly name = CHECK_IMPORT;
  readonly batch = 1;
  readonly keptDays = IMPORT_KEPT_DAYS;
  readonly overseenBy: Role = 'manager';

  constructor(
    private readonly store: ImportStore,
    private readonly storage: Storage,
    private readonly database: Database,
    private readonly claims: Claims,
    private readonly contacts: ContactQueries,
  ) {}

  async find(
    job: RunningJob,
    after: unknown,
    signal: AbortSignal,
  ): Promise<{ items: NewItem[]; next: unknown }> {
    const { importId, revision } = job.params as ImportParams;
    const held = await this.store.get(job.customerId, importId);
    const attributes = await this.contacts.attributesOf(job.customerId, attributesIn(held.settings.columns));
    const from = (after as CsvPlace | null) ?? { bytes: 0, lines: 0 };
    const file = await this.storage.stream(held.file_path, from.bytes);
    let [place, batch, read]: [CsvPlace, Row[], number] = [from, [], 0];
    const keep = async () => {
      signal.throwIfAborted();
      const checked = await this.checked(job.customerId, importId, held.settings, batch);
      await this.store.keep(importId, revision, checked);
      batch = [];
    };
    for await (const { line, cells, end, lines } of csvRows(file, held, from)) {
      const isHeader = place.bytes === 0;
      place = { bytes: end, lines };
      if (isHeader) continue;
      batch.push(this.row(job.customerId, line, cells, held, attributes));
      read++;
      if (batch.length === BATCH) await keep();
      if (read === STEP) break;
    }
    if (batch.length > 0) await keep();
    return { items: [], next: read === STEP ? place : null };
  }

  /** This job has no items, so there is nothing to process. */
  process(): Promise<ItemOutcome[]> {
    return Promise.resolve([]);
  }

  async finish({ id, params }: RunningJob): Promise<null> {
    await this.store.stepDone((params as ImportParams).importId, id);
    return null;
  }

  private row(
    customerId: string,
    line: number,
    cells: string[],
    { settings, header }: { settings: ImportSettings; header: string[] },
    attributes: KnownAttributes,
  ): Row {
    const read = importedRow(cells, settings, header.length, attributes);
    const claimOf = (kind: 'phone' | 'email') => {
      const value = 'details' in read && read.details[kind];
      const [alias] = value ? inClaimOrder([{ kind, value }]) : [];
      return alias ? this.claims.idOf(alias, customerId) : null;
    };
    const kept = cells.map((cell) => cell.toWellFormed().replaceAll('\0', '\ufffd').slice(0, 4_000));
    return { line, cells: kept, read, phone: claimOf('phone'), email: claimOf('email') };
  }

  private async checked(
    customerId: string,
    importId: string,
    settings: ImportSettings,
    rows: Row[],
  ): Promise<CheckedRow[]> {
    const claims = rows.flatMap(({ phone, email }) => [phone, email].filter((claim) => claim !== null));
    const [before, known] = await Promise.all([
      this.store.claimedBefore(importId, rows[0]!.line, claims),
      this.knownBy(customerId, claims),
    ]);
    const addressAt = (field: 'phone' | 'email') =>
      settings.columns.findIndex((column) => column?.to === 'field' && column.field === field);
    return rows.map(({ line, cells, read, phone, email }) => {
      const row = { line, cells, contactId: null, phoneClaim: null, emailClaim: null };
      const reject = (code: string, column: number | null): CheckedRow => ({
        ...{ ...row, outcome: 'reject', code, column },
      });
      if (!('details' in read)) return reject(read.code, read.column);
      if (phone && before.has(phone)) return reject('row_duplicate', addressAt('phone'));
      if (email && before.has(email)) return reject('row_duplicate', addressAt('email'));
      const [byPhone, byEmail] = [phone, email].map((claim) => (claim ? known.get(claim) : undefined));
      if (byPhone && byEmail && byPhone.id !== byEmail.id)
        return reject('row_two_contacts', addressAt('email'));
      const contact = byPhone ?? byEmail;
      const fixed = contact && fixedAddress(contact, read);
      if (fixed && settings.ifKnown === 'update') return reject('row_address_fixed', addressAt(fixed));
      for (const claim of [phone, email]) if (claim) before.add(claim);
      const held = { ...row, column: null, phoneClaim: phone, emailClaim: email };
      if (!contact)
        return { ...held, outcome: 'create', code: null, contactId: uuidV5(String(line), importId) };
      const skipped =
        settings.ifKnown === 'skip' ? 'known' : changesNothing(contact, read, settings) ? 'unchanged' : null;
      return { ...held, outcome: skipped ? 'skip' : 'update', code: skipped, contactId: contact.id };
    });
  }

  /** The contacts that own these claims, by the claim's id. */
  private async knownBy(customerId: string, claims: string[]): Promise<Map<string, ContactRow>> {
    const { rows } = await this.database.query<Known & { [column: string]: unknown }>(
      `select c.id as claim, to_jsonb(k) as contact from contacts.claim c join contacts.contact k
           on k.id = ${standsForSql('c.contact_id', 'contacts.')}
        where c.id = any($1::text[]) and k.customer_id = $2 and not k.is_erased`,
      [claims, customerId],
    );
    return new Map(rows.map(({ claim, contact }) => [claim, contact]));
  }
}

/**
 * The first address in which the contact and the row differ; null if the contact lacks the address or has the same.
 */
function fixedAddress(contact: ContactRow, { details }: ImportedContact): 'phone' | 'email' | null {
  if (details.phone && contact.phone && digits(contact.phone) !== digits(details.phone)) return 'phone';
  const isOther =
    details.email && contact.email && contact.email.toLowerCase() !== details.email.toLowerCase();
  return isOther ? 'email' : null;
}

function digits(phone: string): string {
  return phone.replace(/\D/g, '');
}

function changesNothing(
  contact: ContactRow,
  { details, metadata, attributes, optIn }: ImportedContact,
  { labelIds, listId }: ImportSettings,
): boolean {
  if (optIn !== null && optIn !== contact.opt_in) return false;
  if (metadata.length > 0 || attributes.length > 0 || labelIds.length > 0 || listId !== null) return false;
  return contactFields.every((field) =>
    ['phone', 'email'].includes(field)
      ? !details[field] || contact[columnOf[field]] !== null
      : details[field] === undefined || contact[columnOf[field]] === details[field],
  );
}
