import { SetAsideMails } from '@parley/channels/email/set-aside-mails';
import { contactsView } from '@parley/contacts/read/contacts.projector';
import { ImportStore } from '@parley/contacts/import/import-store';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { ToContact } from '@parley/contacts/domain/contact';
import { EraseContact } from '@parley/contacts/write/erase-contact';
import type { ContactProfile } from '@parley/contracts/events';
import { Drafts } from '@parley/conversations/drafts/drafts';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import type { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { discardAbandoned, rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { sweepBus } from '@parley/platform/bus/postgres/sweep';
import type { Database } from '@parley/platform/database/database';
import type { SubjectKeys } from '@parley/platform/security/keys';
import type { MasterKey } from '@parley/platform/security/master-key';
import { deleteWithBody } from '@parley/mail-html/mail-bodies';
import type { Storage } from '@parley/platform/storage/storage';
import { searchView } from '@parley/search/read/search.projector';
import { ContactPictures } from '@parley/avatars/contact-pictures';

/** What shows something personal of contacts. */
const views = [contactsView, inboxView, transcriptView, searchView];

/** The engines that hold something of contacts. */
interface Erasing {
  database: Database;
  store: EventStore;
  storage: Storage;
  subjectKeys: SubjectKeys;
  masterKey: MasterKey;
  views: PostgresViews;
}

export interface ErasureReport {
  /** Parked messages that named the contact and were dropped. */
  parked: number;
  files: number;
  /** Views that have not scrubbed their rows yet, because nothing projects them just now. */
  behind: string[];
  /** Consumed messages that were swept off the bus; null where that was not asked for. */
  swept: number | null;
}

/**
 * Erases a contact wherever the product keeps something of them. Again is harmless, and does what a crash left undone.
 * @param options.sweep also takes every consumed message off the PostgreSQL bus, whomever it is of
 * @throws NotFound
 */
export async function eraseEverywhere(
  { database, store, storage, subjectKeys, masterKey, views: progress }: Erasing,
  contactId: string,
  context: CommandContext,
  options: { sweep: boolean; waitMs?: number },
): Promise<ErasureReport> {
  const { customerId } = context;
  const contacts = new ContactQueries(database);
  const aggregates = new Aggregates(store);
  const commands = busOf(aggregates, ToContact);
  const claims = new Claims(aggregates, masterKey);
  const erasing = new EraseContact(
    commands,
    aggregates,
    claims,
    contacts,
    subjectKeys,
    progress,
    new ImportStore(database),
  );
  // Whoever was merged into them is the same person.
  const members = await contacts.membersOf(customerId, contactId);
  const setAside = new SetAsideMails(database);
  const files: string[] = [];
  let parked = 0;
  let position = '';
  for (const [index, member] of members.entries()) {
    // First of all, since it is by what is known of them that parked messages are found.
    const profile = await erasing.profile(customerId, member);
    parked += await dropParked(new ParkedMessages(database), customerId, profile);
    if (profile.email) {
      // Files go before their rows, which alone say where they are: an erasure that is cut off is asked for again.
      for (const path of await setAside.filesOf(customerId, profile.email)) await storage.delete(path);
      files.push(...(await setAside.forget(customerId, profile.email)));
    }
    const its = index === 0 ? context : step(context, member);
    ({ position } = await erasing.erase(member, its));
  }
  const behind: string[] = [];
  for (const { name } of views) {
    if (!(await progress.waitFor(name, position, options.waitMs ?? 30_000))) behind.push(name);
  }
  // The erasure may be in what a view goes on without. Folded anew, nothing personal of the contact can be read any more.
  const left = await new SetAsideRecords(database).list({ customerId });
  for (const view of views.filter(({ name }) => left.some((record) => record.view === name))) {
    await rebuildView(store, database, view, { wait: true, fresh: true });
  }
  const drafts = new Drafts(database, subjectKeys, new InboxQueries(database));
  const pictures = new ContactPictures(database, subjectKeys);
  for (const member of members) {
    files.push(...(await new TranscriptQueries(database).filesOf(customerId, member)));
    await drafts.forget(customerId, member);
    await pictures.forget(customerId, member);
  }
  for (const path of files) await deleteWithBody(storage, path);
  // Half-filled tables of a rebuild that nobody goes on with would keep what was folded into them.
  await discardAbandoned(database, views);
  const swept = options.sweep ? await sweepBus(database, '0 seconds') : null;
  return { parked, files: files.length, behind, swept };
}

/** A webhook that could not be processed holds what its sender wrote, unsealed. */
async function dropParked(
  parked: ParkedMessages,
  customerId: string,
  profile: ContactProfile,
): Promise<number> {
  const names = namesOf(profile);
  if (names.length === 0) return 0;
  let dropped = 0;
  for (const message of await parked.list({}, 100_000)) {
    if (message.customerId !== null && message.customerId !== customerId) continue;
    const text = textOf(message.value) + message.error;
    if (!names.some((name) => text.includes(name))) continue;
    if (await parked.drop(message.parkedId)) dropped++;
  }
  return dropped;
}

/** What says who somebody is, as providers write it. A name alone does not. */
function namesOf({ phone, email, bsuid }: ContactProfile): string[] {
  return [phone?.replace(/\D/g, ''), email, bsuid].filter(
    (name): name is string => !!name && name.length > 4,
  );
}

/** The message and, of a webhook, the provider's own bytes within. */
function textOf(value: Buffer): string {
  const text = value.toString('utf8');
  try {
    const { body } = JSON.parse(text) as { body?: unknown };
    return typeof body === 'string' ? text + Buffer.from(body, 'base64').toString('utf8') : text;
  } catch {
    return text;
  }
}
