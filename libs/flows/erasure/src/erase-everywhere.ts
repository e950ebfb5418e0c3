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

/** The views that store personal data of contacts. */
const views = [contactsView, inboxView, transcriptView, searchView];

/** The parts of the engines that store data of contacts. */
interface Erasing {
  database: Database;
  store: EventStore;
  storage: Storage;
  subjectKeys: SubjectKeys;
  masterKey: MasterKey;
  views: PostgresViews;
}

export interface ErasureReport {
  /** Number of dead letters that named the contact and were deleted. */
  parked: number;
  files: number;
  /** Views that have not erased their rows yet, because no process projects them at present. */
  behind: string[];
  /** Number of consumed messages that were deleted from the bus; null without `sweep`. */
  swept: number | null;
}

/**
 * Erases a contact from everything that the product stores. A call can be repeated: it completes an erasure that a
 * crash interrupted.
 * @param options.sweep also deletes every consumed message, of any contact, from the PostgreSQL bus
 * @param options.waitMs time limit for each view to fold the erasure, 30 s by default
 * @throws NotFound if there is no such contact
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
  // Contacts that were merged into this contact are the same person, so they are erased as well.
  const members = await contacts.membersOf(customerId, contactId);
  const setAside = new SetAsideMails(database);
  const files: string[] = [];
  let parked = 0;
  let position = '';
  for (const [index, member] of members.entries()) {
    // Dead letters are found by the contact's profile, so they are deleted before the profile is erased.
    const profile = await erasing.profile(customerId, member);
    parked += await dropParked(new ParkedMessages(database), customerId, profile);
    if (profile.email) {
      // Only the row contains a file's path, so the file is deleted before its row: after a crash, a repeated call
      // finds the files that are left.
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
  // A quarantined stream may contain the erasure, which the view then has not folded. The rebuild folds it; since the
  // contact's key is deleted, it can read no personal data.
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
  // An abandoned rebuild leaves side tables that contain personal data.
  await discardAbandoned(database, views);
  const swept = options.sweep ? await sweepBus(database, '0 seconds') : null;
  return { parked, files: files.length, behind, swept };
}

/**
 * Deletes the contact's dead letters. A webhook that could not be processed contains its sender's text unencrypted.
 */
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

/**
 * Identifiers of a contact as providers write them. A name is not among them, since it does not identify a person.
 */
function namesOf({ phone, email, bsuid }: ContactProfile): string[] {
  return [phone?.replace(/\D/g, ''), email, bsuid].filter(
    (name): name is string => !!name && name.length > 4,
  );
}

/** The bus message as text; if it is a webhook, together with the decoded body. */
function textOf(value: Buffer): string {
  const text = value.toString('utf8');
  try {
    const { body } = JSON.parse(text) as { body?: unknown };
    return typeof body === 'string' ? text + Buffer.from(body, 'base64').toString('utf8') : text;
  } catch {
    return text;
  }
}
