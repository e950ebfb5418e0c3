import { Injectable } from '@nestjs/common';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Provider } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { Secrets } from '@parley/platform/security/keys';
import type { Connection } from '../adapters/adapter';
import type { SecretName } from '../domain/secret-name';
import type { ChannelRow } from './channels.rows';

/** A channel as the parts of the product see it that act for nobody in particular. */
export interface Channel extends ChannelResponse {
  customerId: string;
  providerAccountId: string | null;
  apiBaseUrl: string | null;
}

type Row = Pick<ChannelRow, 'id' | 'customer_id' | 'set_up'>;

type Viewer = Pick<Principal, 'customerId' | 'userId' | 'role'>;

const columns = 'c.id, c.customer_id, c.set_up';

/** Administrators and managers see every channel; others those of everybody, of a team of theirs, or their own. */
const visible = `c.customer_id = $1 and ($3 or c.team_ids || c.user_ids = '{}' or $2 = any(c.user_ids)
  or c.team_ids && array(select m.team_id from channels.team_member m where m.user_id = $2))`;

/** Reads of the view `channels`. */
@Injectable()
export class ChannelQueries {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  async list(viewer: Viewer): Promise<ChannelResponse[]> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c where ${visible} order by c.name, c.id`,
      viewerValues(viewer),
    );
    return rows.map(shown);
  }

  /** @throws NotFound */
  async one(viewer: Viewer, id: string): Promise<ChannelResponse> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c where ${visible} and c.id = $4`,
      [...viewerValues(viewer), id],
    );
    return shown(found(rows[0]));
  }

  /** A channel by its id alone, as its webhook's address gives it. */
  async forIngress(id: string): Promise<Channel | null> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c where c.id = $1`,
      [id],
    );
    return rows[0] ? whole(rows[0]) : null;
  }

  /** @throws NotFound */
  async forWorker(customerId: string, id: string): Promise<Channel> {
    const channel = await this.forIngress(id);
    return found(channel?.customerId === customerId ? channel : undefined);
  }

  /** An organisation's channel by its provider's own name of the account. */
  async byAccount(customerId: string, provider: Provider, accountId: string): Promise<Channel | null> {
    const { rows } = await this.database.query<Row>(
      `select ${columns} from channels.channel c
        where c.customer_id = $1 and c.provider = $2 and c.provider_account_id = $3 order by c.id limit 1`,
      [customerId, provider, accountId],
    );
    return rows[0] ? whole(rows[0]) : null;
  }

  /** What the channel's API is reached with. */
  async connection(customerId: string, channel: Channel): Promise<Connection> {
    const { apiBaseUrl, providerAccountId } = channel;
    const accessToken = await this.secret(customerId, channel.id, 'access-token');
    return { apiBaseUrl, providerAccountId, accessToken };
  }

  secret(customerId: string, channelId: string, name: SecretName): Promise<string | null> {
    return this.secrets.get(customerId, channelId, name);
  }
}

function shown({ id, set_up }: Row): ChannelResponse {
  const { platform, provider, isConnected, settings } = set_up;
  const { name, internalName, customerCareWindowLength, mandatoryAssign, readForAll } = settings;
  return {
    ...{ id, platform, provider, isConnected, customerCareWindowLength, mandatoryAssign, readForAll },
    name: internalName || name,
  };
}

function whole(row: Row): Channel {
  const { providerAccountId, apiBaseUrl } = row.set_up;
  return { ...shown(row), customerId: row.customer_id, providerAccountId, apiBaseUrl };
}

function viewerValues({ customerId, userId, role }: Viewer): unknown[] {
  return [customerId, userId, role === 'admin' || role === 'manager'];
}

/** @throws NotFound */
function found<T>(row: T | undefined): T {
  if (!row) throw new NotFound();
  return row;
}
