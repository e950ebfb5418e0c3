import { keywordTerms } from '@parley/contracts/api/keyword';
import {
  lowerCase,
  type Comparison,
  type ContactCondition,
  type ContactConditions,
  type Match,
} from '@parley/contracts/api/contact-conditions';

/** The names by which a statement refers to the tables that conditions read. */
export interface ConditionsPlace {
  /** The alias of the row of `contact` in the statement. */
  contact: string;
  /** Prefix of table names: `contacts.`, or '' within the projector. */
  tables: string;
}

/**
 * Builds one SQL condition on rows of `contact`, and appends its parameters to `values`. `meetsConditions` decides
 * the same in memory from one contact's data; a property test compares the two.
 * @param conditions as returned by `readConditions`, because unchecked values may fail as SQL
 */
export function conditionsSql(
  { match, groups }: ContactConditions,
  place: ConditionsPlace,
  values: unknown[],
): string {
  return joined(
    match,
    groups.map((group) =>
      joined(
        group.match,
        group.conditions.map((condition) => conditionSql(condition, place, values)),
      ),
    ),
  );
}

function joined(match: Match, conditions: string[]): string {
  if (conditions.length === 0) return 'true';
  return `(${conditions.join(match === 'all' ? ' and ' : ' or ')})`;
}

function conditionSql(
  condition: ContactCondition,
  { contact: k, tables }: ConditionsPlace,
  values: unknown[],
): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const last = `select from ${tables}activity last join ${tables}conversation_access held using (conversation_id)
    where last.contact_id = ${k}.id`;
  switch (condition.field) {
    case 'label':
      return exists(
        condition.is === 'anyOf',
        `select from ${tables}marked marking join ${tables}mark mark_of on mark_of.id = marking.mark_id
          where marking.target_id = ${k}.id and not mark_of.is_deleted
            and mark_of.stands_for = any(${parameter(condition.ids, 'uuid[]')})`,
      );
    case 'channel':
      return exists(
        condition.is === 'anyOf',
        `select from ${tables}channel reach where reach.customer_id = ${k}.customer_id
            and reach.id = any(${parameter(condition.ids, 'uuid[]')}) and ${reachesSql('reach', k, tables)}`,
      );
    case 'assignedUser':
    case 'assignedTeam': {
      const column = condition.field === 'assignedUser' ? 'assigned_user_id' : 'assigned_team_id';
      const ids = parameter(condition.ids, 'uuid[]');
      return exists(condition.is === 'anyOf', `${last} and held.${column} = any(${ids})`);
    }
    case 'optIn':
      return `${k}.opt_in = ${parameter(condition.is, 'boolean')}`;
    case 'blocked':
      return `${k}.is_blocked = ${parameter(condition.is, 'boolean')}`;
    case 'vip':
      return `${k}.is_high_priority = ${parameter(condition.is, 'boolean')}`;
    case 'lastStatus': {
      if (condition.is === 'none') return exists(false, last);
      const status = parameter(condition.is, 'text');
      return `exists (select from ${tables}activity last join ${tables}conversation talked using (conversation_id)
        where last.contact_id = ${k}.id and talked.status = ${status})`;
    }
    case 'createdAt':
      return withinSql(`${k}.created_at`, condition, parameter);
    case 'lastSeenAt': {
      if (!condition.from && !condition.before) return 'true';
      return `exists (select from ${tables}activity last where last.contact_id = ${k}.id
        and ${withinSql('last.seen_at', condition, parameter)})`;
    }
    case 'metadata':
      return comparedSql(
        `select from ${tables}metadata had
          where (had.contact_id = ${k}.id or had.contact_id in (select contact_id from ${tables}merged where root_id = ${k}.id))
            and lower(had.name) = ${parameter(lowerCase(condition.name), 'text')}`,
        condition,
        parameter,
      );
    case 'attribute':
      return comparedSql(
        `select from ${tables}attribute_value had
          where had.contact_id = ${k}.id and had.attribute_id = ${parameter(condition.attributeId, 'uuid')}`,
        condition,
        parameter,
      );
    case 'keyword': {
      const terms = keywordTerms(condition.value).map((term) => `%${likely(term)}%`);
      return joined(
        'all',
        terms.map((term) => `${k}.search like ${parameter(term, 'text')}`),
      );
    }
  }
}

/**
 * SQL condition: the contact has the kind of address that the channel needs, or has a conversation on the channel.
 */
export function reachesSql(channel: string, contact: string, tables: string): string {
  return `(${channel}.contact_identity = 'phone' and ${contact}.phone is not null
    or ${channel}.contact_identity = 'email' and ${contact}.email is not null
    or exists (select from ${tables}conversation_access reached
         where reached.contact_id = ${contact}.id and reached.channel_id = ${channel}.id))`;
}

type Parameter = (value: unknown, type: string) => string;

function exists(isThere: boolean, query: string): string {
  return `${isThere ? '' : 'not '}exists (${query})`;
}

function withinSql(
  column: string,
  { from, before }: { from?: string | null; before?: string | null },
  parameter: Parameter,
): string {
  const ends = [
    ...(from ? [`${column} >= ${parameter(from, 'timestamptz')}`] : []),
    ...(before ? [`${column} < ${parameter(before, 'timestamptz')}`] : []),
  ];
  return joined('all', ends);
}

/**
 * SQL that compares values with a condition.
 * @param had SQL that selects the values to compare as rows `had`
 */
function comparedSql(
  had: string,
  { is, value = '' }: { is: Comparison; value?: string | number },
  parameter: Parameter,
): string {
  if (is === 'known') return exists(true, had);
  if (is === 'unknown') return exists(false, had);
  const how = is === 'isNot' ? 'is' : is;
  return exists(is !== 'isNot', `${had} and ${valueSql(how, value, parameter)}`);
}

function valueSql(
  is: Exclude<Comparison, 'known' | 'unknown' | 'isNot'>,
  value: string | number,
  parameter: Parameter,
): string {
  if (typeof value === 'number') {
    const operator = is === 'atLeast' ? '>=' : is === 'atMost' ? '<=' : '=';
    return `had.number ${operator} ${parameter(value, 'double precision')}`;
  }
  switch (is) {
    case 'is':
      return `lower(had.value) = ${parameter(lowerCase(value), 'text')}`;
    case 'contains':
      return `lower(had.value) like ${parameter(`%${likely(lowerCase(value))}%`, 'text')}`;
    case 'atLeast':
      return `had.value >= ${parameter(value, 'text')} collate "C"`;
    case 'atMost':
      return `had.value <= ${parameter(value, 'text')} collate "C"`;
  }
}

function likely(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}
