import {
  idOf,
  type CustomerEvent,
  type IpWhitelistEvent,
  type RecordedEvent,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import {
  accessDdl,
  type CustomerRow,
  type CustomerSettingRow,
  type IpWhitelistRow,
  type TeamRow,
  type UserRow,
  type UserSettingRow,
  type UserChannelSignatureRow,
  type UserSignatureRow,
  type UserStatusRow,
} from './access.rows';
import { userAfter } from './user.fold';

type AccessEvent = RecordedEvent & (CustomerEvent | IpWhitelistEvent | UserEvent | TeamEvent);

/** Collects the rows that a batch changes, by key; the last change of a row wins. */
class AccessFold {
  readonly customers = new Map<string, CustomerRow>();
  /** Id of the organisation that owns each domain; null if the domain was removed. */
  readonly domains = new Map<string, string | null>();
  readonly customerSettings = new Map<string, CustomerSettingRow>();
  /** Entries by id; null if the entry was removed. */
  readonly ipWhitelist = new Map<string, IpWhitelistRow | null>();
  readonly clearedWhitelists = new Set<string>();
  readonly users = new Map<string, UserRow>();
  readonly settings = new Map<string, UserSettingRow>();
  readonly signatures = new Map<string, UserSignatureRow>();
  readonly channelSignatures = new Map<string, UserChannelSignatureRow>();
  readonly statuses = new Map<string, UserStatusRow>();
  readonly teams = new Map<string, TeamRow>();
  readonly deletedTeams = new Set<string>();
  readonly members = new Map<string, { team_id: string; user_id: string; is_member: boolean }>();

  constructor(users: UserRow[]) {
    for (const user of users) this.users.set(user.id, user);
  }

  apply(event: AccessEvent): void {
    const id = idOf(event.stream);
    const customer_id = event.customerId;
    switch (event.type) {
      case 'CustomerRegistered': {
        const { name, domain, storageName } = event.data;
        this.customers.set(id, { id, name, domain, storage_name: storageName });
        this.domains.set(domain, id);
        break;
      }
      case 'CustomerDomainAdded':
        this.domains.set(event.data.domain, id);
        break;
      case 'CustomerDomainRemoved':
        this.domains.set(event.data.domain, null);
        break;
      case 'CustomerSettingChanged': {
        const { name, value } = event.data;
        this.customerSettings.set(`${id}/${name}`, { customer_id: id, name, value });
        break;
      }
      case 'IpWhitelistEntryAdded':
      case 'IpWhitelistEntryChanged': {
        const { entryId, name, address } = event.data;
        this.ipWhitelist.set(entryId, { id: entryId, customer_id, name, address });
        break;
      }
      case 'IpWhitelistEntryRemoved':
        this.ipWhitelist.set(event.data.entryId, null);
        break;
      case 'IpWhitelistCleared':
        this.clearedWhitelists.add(customer_id);
        for (const [entryId, row] of this.ipWhitelist) {
          if (row?.customer_id === customer_id) this.ipWhitelist.delete(entryId);
        }
        break;
      case 'UserLimitRaiseRequested':
        break;
      case 'UserSettingChanged': {
        const { name, value } = event.data;
        this.settings.set(`${id}/${name}`, { user_id: id, name, value });
        break;
      }
      case 'UserSignatureChanged':
        this.signatures.set(id, { user_id: id, html: event.data.personal?.html ?? null });
        break;
      case 'UserChannelSignatureChanged': {
        const { channelId: channel_id, personal } = event.data;
        const html = personal?.html ?? null;
        this.channelSignatures.set(`${id}/${channel_id}`, { user_id: id, channel_id, html });
        break;
      }
      case 'UserStatusChanged':
        this.statuses.set(id, { user_id: id, status: event.data.status });
        break;
      case 'TeamCreated': {
        const { name, colour } = event.data;
        this.teams.set(id, { id, customer_id, name, colour, email: null, send_notification: false });
        break;
      }
      case 'TeamDetailsChanged': {
        const { sendNotification: send_notification, ...details } = event.data;
        this.teams.set(id, { id, customer_id, ...details, send_notification });
        break;
      }
      case 'TeamDeleted':
        this.deletedTeams.add(id);
        break;
      case 'TeamMemberAdded':
      case 'TeamMemberRemoved': {
        const user_id = event.data.userId;
        const is_member = event.type === 'TeamMemberAdded';
        this.members.set(`${id}/${user_id}`, { team_id: id, user_id, is_member });
        break;
      }
      default:
        this.applyToUser(id, event);
    }
  }

  private applyToUser(id: string, event: RecordedEvent & UserEvent): void {
    const known = this.users.get(id) ?? null;
    const row = userAfter(known, id, event);
    if (row) this.users.set(id, row);
  }
}

/** View of the users of each organisation, with their roles and teams. */
export const accessView: View = {
  name: 'access',
  prefixes: ['customer-', 'ipWhitelist-', 'user-', 'team-'],
  ddl: accessDdl,

  async project(events, tx) {
    const fold = new AccessFold(await loadUsers(events, tx));
    for (const event of events as AccessEvent[]) fold.apply(event);
    await upsert(tx, 'customer', ['id'], [...fold.customers.values()]);
    await saveDomains(fold, tx);
    await upsert(tx, 'customer_setting', ['customer_id', 'name'], [...fold.customerSettings.values()]);
    await saveWhitelists(fold, tx);
    await upsert(tx, 'user_account', ['id'], [...fold.users.values()]);
    await upsert(tx, 'user_setting', ['user_id', 'name'], [...fold.settings.values()]);
    await upsert(tx, 'user_signature', ['user_id'], [...fold.signatures.values()]);
    const ofChannels = [...fold.channelSignatures.values()];
    await upsert(tx, 'user_channel_signature', ['user_id', 'channel_id'], ofChannels);
    await upsert(tx, 'user_status', ['user_id'], [...fold.statuses.values()]);
    await upsert(tx, 'team', ['id'], [...fold.teams.values()]);
    await saveMembers(fold, tx);
    await deleteTeams([...fold.deletedTeams], tx);
    return [];
  },
};

async function saveWhitelists({ ipWhitelist, clearedWhitelists }: AccessFold, tx: Sql): Promise<void> {
  const removed = [...ipWhitelist].filter(([, row]) => row === null).map(([id]) => id);
  if (removed.length + clearedWhitelists.size > 0) {
    await tx.query(
      'delete from ip_whitelist_entry where id = any($1::uuid[]) or customer_id = any($2::uuid[])',
      [removed, [...clearedWhitelists]],
    );
  }
  await upsert(
    tx,
    'ip_whitelist_entry',
    ['id'],
    [...ipWhitelist.values()].filter((row) => row !== null),
  );
}

async function loadUsers(events: RecordedEvent[], tx: Sql): Promise<UserRow[]> {
  const ids = events.filter(({ stream }) => stream.startsWith('user-')).map(({ stream }) => idOf(stream));
  if (ids.length === 0) return [];
  const { rows } = await tx.query<UserRow>('select * from user_account where id = any($1::uuid[])', [ids]);
  return rows;
}

async function saveDomains({ domains }: AccessFold, tx: Sql): Promise<void> {
  const owned = [...domains].filter(([, customer_id]) => customer_id !== null);
  const free = [...domains].filter(([, customer_id]) => customer_id === null).map(([domain]) => domain);
  const rows = owned.map(([domain, customer_id]) => ({ domain, customer_id }));
  await upsert(tx, 'customer_domain', ['domain'], rows);
  if (free.length > 0) await tx.query('delete from customer_domain where domain = any($1)', [free]);
}

async function saveMembers(fold: AccessFold, tx: Sql): Promise<void> {
  const members = [...fold.members.values()];
  const joined = members.filter((member) => member.is_member);
  const left = members.filter((member) => !member.is_member);
  await upsert(
    tx,
    'team_member',
    ['team_id', 'user_id'],
    joined.map(({ team_id, user_id }) => ({ team_id, user_id })),
  );
  if (left.length === 0) return;
  await tx.query(
    `delete from team_member m using unnest($1::uuid[], $2::uuid[]) as gone(team_id, user_id)
      where m.team_id = gone.team_id and m.user_id = gone.user_id`,
    [left.map((member) => member.team_id), left.map((member) => member.user_id)],
  );
}

async function deleteTeams(ids: string[], tx: Sql): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from team_member where team_id = any($1::uuid[])', [ids]);
  await tx.query('delete from team where id = any($1::uuid[])', [ids]);
}
