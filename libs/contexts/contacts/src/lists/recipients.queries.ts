import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** The contact list of a broadcast, and the rules that decide which of its members receive the message. */
export interface RecipientsAsked {
  customerId: string;
  listId: string;
  /**
   * The members who may receive the message: `agreed`: only those who opted in; `not_refused`: all who did not opt
   * out; `everybody`: all.
   */
  consent: 'agreed' | 'not_refused' | 'everybody';
  /** Includes only members whose date attribute is on this day of the year, such as `11-24`; null for all members. */
  onDay: { attributeId: string; day: string } | null;
  /**
   * Phone numbers to which the message is not sent: those that begin with `code` but with none of `except`, in digits
   * only. Null if it is sent to all numbers.
   */
  barred: { code: string; except: readonly string[] } | null;
}

export type AgainstRecipient =
  'no_phone' | 'blocked' | 'opted_out' | 'barred_number' | 'duplicate_person' | 'not_on_whatsapp';

export interface ListRecipient {
  contactId: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  reason: AgainstRecipient | null;
  /** Values of custom attributes, by attribute id. */
  attributes: Record<string, string>;
}

const refusedOf = {
  agreed: 'not k.opt_in',
  // A contact without `opt_in_at` has neither opted in nor out.
  not_refused: '(not k.opt_in and k.opt_in_at is not null)',
  everybody: 'false',
};

/** Reads the members of lists as recipients of broadcasts, with the reason for each member who receives nothing. */
@Injectable()
export class RecipientQueries {
  constructor(private readonly database: Database) {}

  /** A page of the members, ordered by id, beginning after the contact `after`. */
  async page(
    asked: RecipientsAsked,
    { after, limit, duplicates }: { after: string | null; limit: number; duplicates: string[] },
  ): Promise<ListRecipient[]> {
    const values: unknown[] = [duplicates, after ?? '00000000-0000-0000-0000-000000000000', limit];
    const members = membersSql(asked, values);
    const { rows } = await this.database.query<ListRecipient & { [column: string]: unknown }>(
      `select k.id as "contactId", coalesce(k.name, k.username) as name, k.phone, k.email,
              ${reasonSql(asked, values, 'k.id = any($1::uuid[])')} as reason,
              (select coalesce(jsonb_object_agg(v.attribute_id, v.value), '{}') from contacts.attribute_value v
                where v.contact_id = k.id) as attributes
         from ${members} where k.id > $2::uuid order by k.id limit $3::integer`,
      values,
    );
    return rows;
  }

  /**
   * Number of members by the reason why they receive nothing; the reason null counts the members who receive the
   * message.
   * @param unreached contacts whom a recent message found not to be on WhatsApp
   */
  async counts(
    asked: RecipientsAsked,
    unreached: string[],
  ): Promise<{ reason: AgainstRecipient | null; count: number }[]> {
    const values: unknown[] = [unreached];
    const members = membersSql(asked, values);
    const { rows } = await this.database.query<{ reason: AgainstRecipient | null; count: number }>(
      `select ${reasonSql(asked, values, 'k.place > 1', 'k.id = any($1::uuid[])')} as reason, count(*)::int as count
         from (select k.*, row_number() over (partition by k.phone order by k.id) as place from ${members}) k
        group by 1`,
      values,
    );
    return rows;
  }

  /**
   * Ids of members whose phone number another member with a smaller id also has, so that one person does not receive
   * the message twice.
   */
  async duplicates(asked: RecipientsAsked): Promise<string[]> {
    const values: unknown[] = [];
    const members = membersSql(asked, values);
    const { rows } = await this.database.query<{ id: string }>(
      `select id from (select k.id, row_number() over (partition by k.phone order by k.id) as place
         from ${members} where k.phone is not null) k where place > 1`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Number of members who receive the message, by calling code; if a number begins with several codes, the longest
   * counts.
   */
  async countsByCode(
    asked: RecipientsAsked,
    { callingCodes, unreached }: { callingCodes: string[]; unreached: string[] },
  ): Promise<Map<string, number>> {
    const values: unknown[] = [callingCodes, unreached];
    const members = membersSql(asked, values);
    const { rows } = await this.database.query<{ code: string; count: number }>(
      `select code, count(*)::int as count from (
         select (select c from unnest($1::text[]) c where k.phone like '+' || c || '%' order by length(c) desc limit 1) as code
           from (select k.*, row_number() over (partition by k.phone order by k.id) as place from ${members}) k
          where ${reasonSql(asked, values, 'k.place > 1', 'k.id = any($2::uuid[])')} is null) coded
        where code is not null group by code`,
      values,
    );
    return new Map(rows.map(({ code, count }) => [code, count]));
  }

  /** Names and phone numbers of contacts, by id; erased contacts are absent. */
  async people(
    customerId: string,
    contactIds: string[],
  ): Promise<Map<string, { name: string | null; phone: string | null }>> {
    const { rows } = await this.database.query<{ id: string; name: string | null; phone: string | null }>(
      `select id, coalesce(name, username) as name, phone from contacts.contact
        where customer_id = $1 and id = any($2::uuid[]) and not is_erased`,
      [customerId, contactIds],
    );
    return new Map(rows.map(({ id, name, phone }) => [id, { name, phone }]));
  }
}

function membersSql({ customerId, listId, onDay }: RecipientsAsked, values: unknown[]): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const day = onDay
    ? `and exists (select from contacts.attribute_value v where v.contact_id = k.id
         and v.attribute_id = ${parameter(onDay.attributeId, 'uuid')}
         and right(v.value, 5) = ${parameter(onDay.day, 'text')})`
    : '';
  return `(select k.* from contacts.contact k
     join (select distinct contact_id from contacts.list_member where list_id = ${parameter(listId, 'uuid')}) m
       on m.contact_id = k.id
    where k.customer_id = ${parameter(customerId, 'uuid')} and not k.is_erased ${day}) k`;
}

function reasonSql(
  { consent, barred }: RecipientsAsked,
  values: unknown[],
  isDuplicate: string,
  isUnreached = 'false',
): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const starts = (codes: readonly string[]) =>
    parameter(
      codes.map((code) => `+${code}%`),
      'text[]',
    );
  const isBarred =
    barred === null
      ? 'false'
      : `(k.phone like any(${starts([barred.code])}) and not k.phone like any(${starts(barred.except)}))`;
  return `case when k.phone is null then 'no_phone' when k.is_blocked then 'blocked'
    when ${refusedOf[consent]} then 'opted_out' when ${isBarred} then 'barred_number'
    when ${isDuplicate} then 'duplicate_person'
    when ${isUnreached} then 'not_on_whatsapp' end`;
}
