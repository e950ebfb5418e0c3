import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { engageSettings, type EngageSettingsState } from '../domain/engage-settings';
import { boundsOfMonth, monthOf } from '@parley/contracts/rules/wall-time';

/**
 * SQL condition: recipients who count towards the limits of a month. Skipped, cancelled and failed ones do not count.
 */
const counting = "status in ('planned', 'queued', 'unknown', 'sent', 'delivered', 'read')";

export interface MonthUse {
  /** Such as `2026-11`, in the organisation's time zone. */
  month: string;
  /** Start of the next month, ISO 8601 UTC. */
  resetsAt: string;
  messages: number;
  /** Number of distinct contacts. */
  contacts: number;
}

/** Reads the settings of an organisation for broadcasts, and its use of the limits. */
@Injectable()
export class EngageSettingsQueries {
  constructor(private readonly database: Database) {}

  async state(customerId: string): Promise<EngageSettingsState> {
    const { rows } = await this.database.query<{ state: EngageSettingsState }>(
      'select state from engage.settings where customer_id = $1',
      [customerId],
    );
    return rows[0]?.state ?? engageSettings.initialState;
  }

  /** @param at a moment in the month, ISO 8601 UTC */
  async use(customerId: string, at: string, timeZone: string): Promise<MonthUse> {
    const month = monthOf(Date.parse(at), timeZone);
    const { from, until } = boundsOfMonth(month, timeZone);
    const { rows } = await this.database.query<{ messages: number; contacts: number }>(
      `select count(*)::int as messages, count(distinct contact_id)::int as contacts from engage.recipient
        where customer_id = $1 and due_at >= $2 and due_at < $3 and ${counting}`,
      [customerId, new Date(from), new Date(until)],
    );
    return { month, resetsAt: new Date(until).toISOString(), ...rows[0]! };
  }

  /** Those of `contactIds` who had a message in the month of the moment `at`. */
  async counted(
    customerId: string,
    contactIds: string[],
    at: string,
    timeZone: string,
  ): Promise<Set<string>> {
    const { from, until } = boundsOfMonth(monthOf(Date.parse(at), timeZone), timeZone);
    const { rows } = await this.database.query<{ id: string }>(
      `select distinct contact_id as id from engage.recipient
        where customer_id = $1 and contact_id = any($2::uuid[]) and due_at >= $3 and due_at < $4 and ${counting}`,
      [customerId, contactIds, new Date(from), new Date(until)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The times until which channels wait for their provider, ISO 8601 UTC, by channel id. */
  async holds(channelIds: string[], now: string): Promise<Map<string, string>> {
    const { rows } = await this.database.query<{ id: string; until: Date }>(
      'select channel_id as id, until from engage.channel_hold where channel_id = any($1::uuid[]) and until > $2',
      [channelIds, now],
    );
    return new Map(rows.map(({ id, until }) => [id, until.toISOString()]));
  }
}
