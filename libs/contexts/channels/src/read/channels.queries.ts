import { Injectable, Optional } from '@nestjs/common';
import type {
  ChannelAdministration,
  ChannelResponse,
  IdentityResponse,
  IdentitySummary,
} from '@parley/contracts/api/channels';
import type { BrokenChannel } from '@parley/contracts/api/status';
import type { Provider } from '@parley/contracts/channels/offers';
import {
  mailboxDefaults,
  type ChannelQuality,
  type ChannelSettings,
  type ChannelSetUp,
  type MailboxSettings,
} from '@parley/contracts/events';
import { idIn, LogCache } from '@parley/event-sourcing/cache/log-cache';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { Secrets, type SealedSecret } from '@parley/platform/security/keys';
import type { Connection } from '../adapters/adapter';
import { secretsOf } from '../adapters/secrets-of';
import { adapterOf, manifestOf } from '../adapters/registry';
import type { HealthRow } from './channel-health.view';
import type { ChannelRow } from './channels.rows';

/** A channel as the system sees it, without a user's permissions. */
export interface Channel extends ChannelResponse {
  customerId: string;
  providerAccountId: string | null;
  businessAccountId: string | null;
  apiBaseUrl: string | null;
  /** Settings of the mailbox; undefined for other channels than e-mail. */
  mailbox?: MailboxSettings;
}

type Row = Pick<ChannelRow, 'id' | 'customer_id' | 'set_up'>;
type RowWithHealth = Row &
  Pick<HealthRow, 'last_inbound_at' | 'last_outbound_at' | 'last_error'> &
  // Undefined or null before the first event that affects the channel's health.
  Partial<Pick<HealthRow, 'failing' | 'failures' | 'stopped'>>;

type Viewer = Pick<Principal, 'customerId' | 'userId' | 'role' | 'can'>;

const columns = 'c.id, c.customer_id, c.set_up';
const withHealth = `${columns}, h.last_inbound_at, h.last_outbound_at, h.last_error, h.failing, h.failures, h.stopped`;
const HOUR_MS = 3_600_000;
const health = 'left join channel_health.health h on h.channel_id = c.id';

/**
 * Administrators and managers see every channel; others see those without teams and users, those of their teams, and
 * their own.
 */
const visible = `c.customer_id = $1 and ($3 or c.team_ids || c.user_ids = '{}' or $2 = any(c.user_ids)
  or c.team_ids && array(select m.team_id from channels.team_member m where m.user_id = $2))`;

@Injectable()
export class ChannelQueries {
  /** Cached channels for the worker; null without a log feed, which would invalidate them: nothing is cached then. */
  private readonly channels: LogCache<Channel | undefined> | null;
  /** The cached secrets of the channels, encrypted; null like `channels`. */
  private readonly sealed: LogCache<SealedSecret | null> | null;

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    @Optional() feed?: LogFeed,
    @Optional() views?: Views,
  ) {
    const options = { views: ['channels'], changedBy: idIn('channel') };
    const channelOf = (_: SealedSecret | null, key: string) => [key.split('/')[1]!];
    this.channels = feed && views ? new LogCache(feed, views, options) : null;
    this.sealed = feed && views ? new LogCache(feed, views, { ...options, dependsOn: channelOf }) : null;
  }

  async list(viewer: Viewer): Promise<ChannelResponse[]> {
    const { rows } = await this.database.query<RowWithHealth>(
      `select ${withHealth} from channels.channel c ${health} where ${visible} order by c.name, c.id`,
      viewerValues(viewer),
    );
    return rows.map((row) => shown(row, viewer));
  }

  /** Returns the broken channels that a user may see, with the number of failures if the user may change channels. */
  async broken(viewer: Viewer): Promise<BrokenChannel[]> {
    const { rows } = await this.database.query<RowWithHealth>(
      `select ${withHealth} from channels.channel c ${health} where ${visible} order by c.name, c.id`,
      viewerValues(viewer),
    );
    const mayMend = viewer.can('update', 'channels');
    return rows.flatMap((row) => {
      const { id, name, platform, isConnected } = summary(row);
      const { lastError, lastOutboundAt, failuresLastHour, stopped } = administration(row).health;
      // A message sent since the error proves that the channel works again.
      const cannotSend = lastError?.isBroken && lastError.at > (lastOutboundAt ?? '');
      const since = cannotSend ? lastError.at : stopped?.since;
      if (!isConnected || since === undefined) return [];
      return [{ id, name, platform, since, failuresLastHour: mayMend ? failuresLastHour : null }];
    });
  }

  /** The provider's rating of a channel and its sending limit; null if the provider returns none. */
  async quality(customerId: string, id: string): Promise<ChannelQuality | null> {
    const { rows } = await this.database.query<{ quality: ChannelQuality | null }>(
      "select set_up -> 'quality' as quality from channels.channel where customer_id = $1 and id = $2",
      [customerId, id],
    );
    return rows[0]?.quality ?? null;
  }

  /** @throws NotFound if the viewer sees no such channel */
  async one(viewer: Viewer, id: string): Promise<ChannelResponse> {
    const { rows } = await this.database.query<RowWithHealth>(
      `select ${withHealth} from channels.channel c ${health} where ${visible} and c.id = $4`,
      [...viewerValues(viewer), id],
    );
    return shown(found(rows[0]), viewer);
  }

  /** The senders of all channels that a user may see. */
  async identities(viewer: Viewer): Promise<IdentityResponse[]> {
    return (await this.list(viewer)).flatMap(({ id: channelId, platform, provider, identities }) =>
      identities.map((identity) => ({ ...identity, channelId, platform, provider })),
    );
  }

  /** @throws NotFound if the viewer sees no such sender */
  async identity(viewer: Viewer, id: string): Promise<IdentityResponse> {
    return found((await this.identities(viewer)).find((identity) => identity.id === id));
  }

  /**
   * Ids of the visible channels with a name: the name may be the id, the channel's name, or the account at the
   * provider, whose number may contain blanks and a plus.
   */
  async named(viewer: Viewer, name: string): Promise<string[]> {
    const digits = name.replace(/[\s().\-/+]/g, '').replace(/^00/, '');
    const { rows } = await this.database.query<{ id: string }>(
      `select c.id from channels.channel c
        where ${visible} and (c.id::text = $4 or lower(c.name) = lower($4) or c.provider_account_id = $4
          or $5 ~ '^[0-9]{7,15}$' and regexp_replace(c.provider_account_id, '\\D', '', 'g') = $5)
        order by c.id limit 10`,
      [...viewerValues(viewer), name, digits],
    );
    return rows.map(({ id }) => id);
  }

  /** @throws Rejected `unknown_member` if a team or user is not of this organisation */
  async requireMembers(
    customerId: string,
    { teamIds, userIds }: { teamIds: string[]; userIds: string[] },
  ): Promise<void> {
    const ids = [...new Set([...teamIds, ...userIds])];
    const { rows } = await this.database.query<{ known: number }>(
      `select count(*)::int as known from channels.member
        where customer_id = $1 and id = any($2::uuid[]) and not is_gone`,
      [customerId, ids],
    );
    if (rows[0]?.known !== ids.length) throw new Rejected('unknown_member');
  }

  /**
   * @throws Rejected `channel_limit_reached` if the organisation has its maximum of WhatsApp channels of this kind of
   * provider
   */
  async requireRoomForWhatsapp(customerId: string, provider: Provider): Promise<void> {
    const { rows } = await this.database.query<{ isFull: boolean }>(
      `select l.most <> -1 and l.most <= (
                select count(*) from channels.channel c
                 where c.customer_id = l.customer_id and c.set_up ->> 'platform' = 'whatsapp'
                   and (c.provider = 'bird') = l.is_bird
                   and (c.set_up ->> 'isConnected')::boolean) as "isFull"
         from channels.whatsapp_limit l where l.customer_id = $1 and l.is_bird = $2`,
      [customerId, provider === 'bird'],
    );
    if (rows[0]?.isFull) throw new Rejected('channel_limit_reached');
  }

  /** @throws Rejected `channel_limit_reached` if the organisation has its maximum of web chats */
  async requireRoomForWebChat(customerId: string): Promise<void> {
    const { rows } = await this.database.query<{ isFull: boolean }>(
      `select l.most <> -1 and l.most <= (
                select count(*) from channels.channel c
                 where c.customer_id = l.customer_id and c.set_up ->> 'platform' = 'web'
                   and (c.set_up ->> 'isConnected')::boolean) as "isFull"
         from channels.web_chat_limit l where l.customer_id = $1`,
      [customerId],
    );
    if (rows[0]?.isFull) throw new Rejected('channel_limit_reached');
  }

  /** A channel by its id from the webhook's address; null if there is none. */
  async cached(id: string): Promise<Channel | null> {
    const load = async () => (await this.byId(id)) ?? undefined;
    return (await (this.channels ? this.channels.get(id, load) : load())) ?? null;
  }

  async byId(id: string): Promise<Channel | null> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c where c.id = $1`,
      [id],
    );
    return rows[0] ? whole(rows[0]) : null;
  }

  /** A channel with its settings by id, for public endpoints. */
  async withSettings(id: string): Promise<{ channel: Channel; settings: ChannelSettings } | null> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c where c.id = $1`,
      [id],
    );
    return rows[0] ? { channel: whole(rows[0]), settings: rows[0].set_up.settings } : null;
  }

  /** @throws NotFound if the organisation has no such channel */
  async forWorker(customerId: string, id: string): Promise<Channel> {
    const channel = await this.cached(id);
    return found(channel?.customerId === customerId ? channel : undefined);
  }

  /** An organisation's channel by the provider's own id of the account; null if there is none. */
  async byAccount(customerId: string, provider: Provider, accountId: string): Promise<Channel | null> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c
        where c.customer_id = $1 and c.provider = $2 and (c.provider_account_id = $3 or c.sender_account_ids @> array[$3::text])
        order by c.id limit 1`,
      [customerId, provider, accountId],
    );
    return rows[0] ? whole(rows[0]) : null;
  }

  /** The connected channel with this mailbox address, of any organisation. */
  async mailbox(address: string): Promise<Channel | null> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c
        where c.provider = 'email' and (c.provider_account_id = $1 or c.sender_account_ids @> array[$1::text])
          and (c.set_up ->> 'isConnected')::boolean
        order by c.id limit 1`,
      [address],
    );
    return rows[0] ? whole(rows[0]) : null;
  }

  /** All connected channels that are read over IMAP; `version` changes with their settings. */
  async mailboxes(): Promise<{ channel: Channel; version: string }[]> {
    const { rows } = await this.database.query<Row & { version: string }>(
      `select ${columns}, md5((c.set_up - 'stopped')::text) as version from channels.channel c
        where c.provider = 'email' and (c.set_up ->> 'isConnected')::boolean
          and c.set_up -> 'secrets' @> '[{"name":"imap-server"}]'
        order by c.id`,
    );
    return rows.map((row) => ({ channel: whole(row), version: row.version }));
  }

  /** All channels of an organisation, including disconnected ones. */
  async all(customerId: string): Promise<Channel[]> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c where c.customer_id = $1 order by c.name, c.id`,
      [customerId],
    );
    return rows.map(whole);
  }

  /** Whether any organisation has a channel for the account, connected or not. */
  async isAnywhere(provider: Provider, accountId: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `select from channels.channel c
        where c.provider = $1 and (c.provider_account_id = $2 or c.sender_account_ids @> array[$2::text]) limit 1`,
      [provider, accountId],
    );
    return rowCount !== 0;
  }

  /**
   * Covers accounts that were connected before claims spanned all organisations.
   * @throws Rejected `channel_account_elsewhere` if another organisation has the account
   */
  async requireNotElsewhere(customerId: string, provider: Provider, accountId: string): Promise<void> {
    const { rowCount } = await this.database.query(
      `select from channels.channel c
        where c.provider = $2 and c.customer_id <> $1
          and (c.provider_account_id = $3 or c.sender_account_ids @> array[$3::text]) limit 1`,
      [customerId, provider, accountId],
    );
    if (rowCount !== 0) throw new Rejected('channel_account_elsewhere');
  }

  /** Returns account and credentials for the channel's API. */
  async connection(customerId: string, channel: Channel): Promise<Connection> {
    const connection = await connectionOf(channel, (name) => this.secret(customerId, channel.id, name));
    const keep: Connection['keep'] = async (name, values) => {
      // Skipped if an administrator has signed in again since, so that the new credentials stay.
      await this.secrets.replace({ customerId, owner: channel.id, name }, values);
    };
    return { ...connection, keep };
  }

  /**
   * Returns account and credentials for the worker. Secrets are cached encrypted until the channel's next event, and
   * each call decrypts them. The secrets of a mailbox are read each time, since its provider may replace them with
   * every use.
   */
  async connectionForWorker(customerId: string, channel: Channel): Promise<Connection> {
    if (!this.sealed || channel.provider === 'email') return this.connection(customerId, channel);
    return connectionOf(channel, (name) => this.cachedSecret(customerId, channel.id, name));
  }

  /** A secret of a channel. The cache contains it encrypted; each call decrypts it. */
  async cachedSecret(customerId: string, channelId: string, name: string): Promise<string | null> {
    if (!this.sealed) return this.secret(customerId, channelId, name);
    const load = () => this.secrets.find(customerId, channelId, name);
    return (await this.sealed.get(`${customerId}/${channelId}/${name}`, load))?.open() ?? null;
  }

  secret(customerId: string, channelId: string, name: string): Promise<string | null> {
    return this.secrets.get(customerId, channelId, name);
  }
}

async function connectionOf(
  { apiBaseUrl, providerAccountId, businessAccountId, mailbox, provider }: Channel,
  secretOf: (name: string) => Promise<string | null>,
): Promise<Connection> {
  const secrets = await secretsOf(manifestOf(provider).api.secretNames, secretOf);
  return { apiBaseUrl, providerAccountId, businessAccountId, secrets, ...(mailbox && { mailbox }) };
}

function shown(row: RowWithHealth, viewer: Viewer): ChannelResponse {
  if (!viewer.can('update', 'channels')) return summary(row);
  return { ...summary(row), administration: administration(row) };
}

function summary({ id, set_up }: Row): ChannelResponse {
  const { platform, provider, isConnected, settings } = set_up;
  const { name, internalName, customerCareWindowLength, mandatoryAssign, readForAll } = settings;
  const { highPriority, mayDelete, automaticSignature } = settings;
  return {
    ...{ id, platform, provider, isConnected, customerCareWindowLength, mandatoryAssign, readForAll },
    ...{ highPriority, mayDelete, automaticSignature },
    name: internalName || name,
    identities: identitiesOf(id, set_up),
  };
}

function administration(row: RowWithHealth): ChannelAdministration {
  const { provider, providerAccountId, businessAccountId, teamIds, userIds, secrets } = row.set_up;
  const { expiresAt, settings } = row.set_up;
  const iso = (time: string | null) => time && new Date(time).toISOString();
  const error = row.last_error;
  const isBroken = (code: string | null) => !!code && !!adapterOf(provider).isChannelBroken?.(code);
  const brokenSince = Object.entries(row.failing ?? {})
    .flatMap(([code, since]) => (isBroken(code) ? [new Date(since).toISOString()] : []))
    .sort();
  const anHourAgo = Date.now() - HOUR_MS;
  const failures = Object.entries(row.failures ?? {}).filter(([minute]) => Date.parse(minute) > anHourAgo);
  return {
    ...{ settings, providerAccountId, businessAccountId, teamIds, userIds, secrets, expiresAt },
    webhookPath: webhookPathOf(provider, row.id),
    health: {
      lastInboundAt: iso(row.last_inbound_at),
      lastOutboundAt: iso(row.last_outbound_at),
      lastError: error && { ...error, isBroken: isBroken(error.providerCode) },
      brokenSince: brokenSince[0] ?? null,
      stopped: row.stopped ? { ...row.stopped, since: new Date(row.stopped.since).toISOString() } : null,
      failuresLastHour: failures.reduce((sum, [, count]) => sum + count, 0),
      quality: row.set_up.quality ?? null,
    },
  };
}

function whole(row: Row): Channel {
  const { providerAccountId, businessAccountId, apiBaseUrl, platform, settings } = row.set_up;
  const account = { providerAccountId, businessAccountId, apiBaseUrl };
  const mailbox = platform === 'email' && { mailbox: settings.mailbox ?? mailboxDefaults };
  return { ...summary(row), customerId: row.customer_id, ...account, ...mailbox };
}

/** The senders of a channel, its own account first. */
function identitiesOf(
  id: string,
  { settings, providerAccountId, identities = [] }: ChannelSetUp,
): IdentitySummary[] {
  return [
    { id, name: settings.internalName || settings.name, accountId: providerAccountId },
    ...identities.map(({ identityId, ...rest }) => ({ id: identityId, ...rest })),
  ];
}

/** The path of a channel's webhooks on the public host. */
export function webhookPathOf(provider: Provider, id: string): string {
  return `/ingress/${provider}/${id}`;
}

function viewerValues({ customerId, userId, role }: Viewer): unknown[] {
  return [customerId, userId, role === 'admin' || role === 'manager'];
}

/** @throws NotFound if there is no row */
function found<T>(row: T | undefined): T {
  if (!row) throw new NotFound();
  return row;
}
