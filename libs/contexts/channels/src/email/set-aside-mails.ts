import { Injectable } from '@nestjs/common';
import { SET_ASIDE_DAYS, type SetAsideMail, type SetAsideReason } from '@parley/contracts/api/email';
import { Database } from '@parley/platform/database/database';

const PAGE = 50;
/**
 * Maximum number of set-aside mails per channel. Above it, the oldest are deleted, so that unreadable mails cannot
 * fill the storage.
 */
export const MAX_KEPT = 1_000;
const BATCH = 200;

export interface KeptAside {
  /** Derived from mail and channel, so that the same mail gets the same id. */
  id: string;
  receivedAt: Date;
  from: string | null;
  subject: string;
  size: number;
  reason: SetAsideReason;
  detail: string | null;
  /** Path of the stored mail; null if only the mail server has it. */
  path: string | null;
}

/** A set-aside mail that has to be deleted: its retention time has ended, or its channel has too many. */
export interface Outlived {
  id: string;
  /** Path of the stored mail; null if only the mail server has it. */
  path: string | null;
  /** The number of tries when this row was read. */
  tries: number;
  /** In PostgreSQL's format, to the microsecond. */
  keptAt: string;
}

interface Row {
  id: string;
  channel_id: string;
  received_at: Date;
  from_address: string | null;
  subject: string;
  size: string;
  reason: SetAsideReason;
  detail: string | null;
  path: string | null;
  tries: number;
  tried_at: Date;
}

/** Mails that could not be read: they stay visible to administrators, while all other mails are delivered. */
@Injectable()
export class SetAsideMails {
  constructor(private readonly database: Database) {}

  /** Sets a mail aside, or counts another try if it is set aside already. */
  async keep(
    { customerId, channelId }: { customerId: string; channelId: string },
    { id, receivedAt, from, subject, size, reason, detail, path }: KeptAside,
  ): Promise<void> {
    await this.database.query(
      `insert into parley.mail_set_aside
         (id, customer_id, channel_id, received_at, from_address, subject, size, reason, detail, path)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (id) do update
         set tries = parley.mail_set_aside.tries + 1, tried_at = now(), reason = excluded.reason, detail = excluded.detail`,
      [id, customerId, channelId, receivedAt, from, subject, size, reason, detail, path],
    );
  }

  /**
   * The set-aside mails of an organisation, newest first.
   * @param page starts at 1
   */
  async list(customerId: string, page: number): Promise<{ total: number; data: SetAsideMail[] }> {
    const { rows } = await this.database.query<Row & { total: string }>(
      `select *, count(*) over () as total from parley.mail_set_aside
        where customer_id = $1 order by received_at desc, id limit $2 offset $3`,
      [customerId, PAGE, (page - 1) * PAGE],
    );
    return { total: Number(rows[0]?.total ?? 0), data: rows.map(shown) };
  }

  async count(customerId: string, channelId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from parley.mail_set_aside where customer_id = $1 and channel_id = $2',
      [customerId, channelId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Null if the mail is no longer set aside, or belongs to another organisation. */
  async find(
    customerId: string,
    id: string,
  ): Promise<{ mail: SetAsideMail; receivedAt: Date; path: string | null } | null> {
    const { rows } = await this.database.query<Row>(
      'select * from parley.mail_set_aside where customer_id = $1 and id = $2',
      [customerId, id],
    );
    const [row] = rows;
    return row ? { mail: shown(row), receivedAt: row.received_at, path: row.path } : null;
  }

  async triedAgain(id: string): Promise<void> {
    await this.database.query(
      'update parley.mail_set_aside set tries = tries + 1, tried_at = now() where id = $1',
      [id],
    );
  }

  /** @param tries if given, the mail is deleted only if it was not tried again since */
  async drop(id: string, tries: number | null = null): Promise<void> {
    await this.database.query(
      'delete from parley.mail_set_aside where id = $1 and ($2::integer is null or tries = $2)',
      [id, tries],
    );
  }

  /** Returns a batch of the channel's oldest mails, if it has more than `MAX_KEPT`. */
  async beyond(channelId: string): Promise<Outlived[]> {
    const { rows } = await this.database.query<Outlived & { [column: string]: unknown }>(
      `select id, path, tries, kept_at::text as "keptAt" from parley.mail_set_aside
        where channel_id = $1 order by kept_at desc, id desc offset ${MAX_KEPT} limit ${BATCH}`,
      [channelId],
    );
    return rows;
  }

  /**
   * A batch of mails to delete, oldest first, starting after `after`: those kept for `SET_ASIDE_DAYS`, or for the
   * organisation's retention time if that is shorter, and those above `MAX_KEPT` of their channel.
   */
  async outlived(now: Date, after: Outlived | null): Promise<Outlived[]> {
    const { rows } = await this.database.query<Outlived & { [column: string]: unknown }>(
      `select m.id, m.path, m.tries, m.kept_at::text as "keptAt" from (
           select *, row_number() over (partition by channel_id order by kept_at desc, id desc) as place
             from parley.mail_set_aside) m
         left join channels.retention r on r.customer_id = m.customer_id
        where (m.place > ${MAX_KEPT} or m.kept_at <
               $1::timestamptz - make_interval(hours => 24 * least(r.days, ${SET_ASIDE_DAYS})))
          and ($2::timestamptz is null or (m.kept_at, m.id) > ($2::timestamptz, $3::uuid))
        order by m.kept_at, m.id limit ${BATCH}`,
      [now, after?.keptAt ?? null, after?.id ?? null],
    );
    return rows;
  }

  /** The paths of the files of mails from an address. */
  async filesOf(customerId: string, address: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string }>(
      `select path from parley.mail_set_aside
        where customer_id = $1 and lower(from_address) = lower($2) and path is not null`,
      [customerId, address],
    );
    return rows.map(({ path }) => path);
  }

  /**
   * Deletes the mails from an address.
   * @returns the paths of their files
   */
  async forget(customerId: string, address: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string | null }>(
      `delete from parley.mail_set_aside where customer_id = $1 and lower(from_address) = lower($2) returning path`,
      [customerId, address],
    );
    return rows.flatMap(({ path }) => path ?? []);
  }
}

function shown(row: Row): SetAsideMail {
  const { id, subject, reason, detail, tries } = row;
  return {
    ...{ id, subject, reason, detail, tries },
    channelId: row.channel_id,
    receivedAt: row.received_at.toISOString(),
    from: row.from_address,
    size: Number(row.size),
    hasSource: row.path !== null,
    triedAt: row.tried_at.toISOString(),
  };
}
