export const isSignInSql = `type = 'UserSignedIn'`;
export const isChangeSql = `type <> 'UserSignedIn'`;

/**
 * Tables of the view `audit`: the entries, and the current values and names, with which the next event is compared.
 */
export const auditDdl = `
  create table entry (
    position text collate "C" primary key,
    customer_id uuid not null,
    time timestamptz not null,
    type text not null,
    category text not null,
    target_id text not null,
    actor_kind text not null,
    actor_id text not null,
    ip text,
    subject text,
    changes jsonb not null
  );
  create index entry_by_customer on entry (customer_id, position desc);
  create index entry_of_change on entry (customer_id, position desc) where ${isChangeSql};
  create index entry_of_sign_in on entry (customer_id, position desc) where ${isSignInSql};
  create index entry_by_target on entry (customer_id, target_id, position desc);
  create index entry_by_subject on entry (subject);
  create table current_value (
    stream text not null,
    scope text not null,
    field text not null,
    value jsonb,
    subject text,
    primary key (stream, scope, field)
  );
  create index current_value_by_subject on current_value (subject);
  create table named (
    id text primary key,
    customer_id uuid not null,
    name text,
    subject text
  );
  create index named_by_subject on named (subject);
`;

export interface EntryRow {
  position: string;
  customer_id: string;
  time: string;
  type: string;
  category: string;
  target_id: string;
  actor_kind: 'user' | 'integration' | 'operator' | 'system';
  actor_id: string;
  ip: string | null;
  /** Person whose personal values are among the changes; null if there are none. */
  subject: string | null;
  changes: StoredChange[];
}

export interface StoredChange {
  field: string;
  before: unknown;
  after: unknown;
  isPersonal?: true;
}

/** Current value of a field. */
export interface CurrentRow {
  stream: string;
  /**
   * Part of the stream to which the field belongs: the id of an IP whitelist entry, or of the channel of a signature;
   * empty if the stream has no parts.
   */
  scope: string;
  field: string;
  value: unknown;
  subject: string | null;
}

export interface NamedRow {
  id: string;
  customer_id: string;
  name: string | null;
  subject: string | null;
}
