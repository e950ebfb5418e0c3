import { idOf, type Actor, type RecordedEvent } from '@parley/contracts/events';
import type { CurrentRow, EntryRow, NamedRow, StoredChange } from './audit.rows';
import { statedFields, type StatedField } from './stated-fields';

/** Event types that are left out of the log because they change no settings. */
const unremarkable = new Set(['UserStatusChanged', 'TeamChatRenamed']);
/** Event types that remove the fields of their stream, or those of a part of it. */
const ending = /(Deleted|Removed|Cleared|Expired)$/;
/** Event types of memberships; true if the member joins, false if they leave. */
const memberships = new Map([
  ['TeamMemberAdded', true],
  ['TeamMemberRemoved', false],
  ['TeamChatParticipantAdded', true],
  ['TeamChatParticipantRemoved', false],
  ['TeamChatParticipantLeft', false],
]);

type Of = Pick<CurrentRow, 'stream' | 'scope' | 'field'>;

/** Turns events into entries of the audit log, each with the values before and after the event. */
export class AuditFold {
  readonly entries: EntryRow[] = [];
  readonly named = new Map<string, NamedRow>();
  readonly changed = new Map<string, CurrentRow>();
  readonly gone = new Map<string, Of>();
  private readonly current = new Map<string, CurrentRow>();

  /** @param known current values of the streams to which the events belong */
  constructor(known: CurrentRow[]) {
    for (const row of known) this.current.set(keyOf(row), row);
  }

  apply(event: RecordedEvent): void {
    if (unremarkable.has(event.type)) return;
    const { stream, customerId, position, time, type, actor, ip } = event;
    const target = idOf(stream);
    const subject = subjectOf(event);
    this.name(event, subject);
    this.entries.push({
      position,
      customer_id: customerId,
      time,
      type,
      category: stream.slice(0, stream.indexOf('-')),
      target_id: target,
      actor_kind: kindOf(actor),
      actor_id: actor.id,
      ip: ip ?? null,
      subject,
      changes: this.changesBy(event, subject),
    });
  }

  private changesBy(event: RecordedEvent, subject: string | null): StoredChange[] {
    const { stream, type } = event;
    const fields = statedFields(event);
    const isJoining = memberships.get(type);
    if (isJoining !== undefined) return membership(isJoining, fields);
    const scope = scopeOf(event);
    if (ending.test(type))
      return [...this.end(stream, scope), ...fields.map((field) => toChange(field, null))];
    return fields
      .map((stated) => this.state({ stream, scope, subject }, stated))
      .filter((change) => !isSame(change.before, change.after));
  }

  private state(
    { stream, scope, subject }: Pick<CurrentRow, 'stream' | 'scope' | 'subject'>,
    stated: StatedField,
  ): StoredChange {
    const { field, value, isPersonal } = stated;
    const row = { stream, scope, field, value, subject: isPersonal ? subject : null };
    const key = keyOf(row);
    const before = this.current.get(key)?.value ?? null;
    this.current.set(key, row);
    this.changed.set(key, row);
    this.gone.delete(key);
    return toChange(stated, before);
  }

  /**
   * Removes the known fields of a stream, or of the part `scope`. The order of the returned changes does not depend
   * on whether a field was read from the table or set in this batch.
   */
  private end(stream: string, scope: string): StoredChange[] {
    const known = [...this.current]
      .filter(([, row]) => row.stream === stream && (scope === '' || row.scope === scope))
      .sort(([, a], [, b]) => (rankOf(a) < rankOf(b) ? -1 : 1));
    for (const [key, row] of known) {
      this.current.delete(key);
      this.changed.delete(key);
      this.gone.set(key, { stream, scope: row.scope, field: row.field });
    }
    return known.map(([, { field, value, subject }]) => ({
      field,
      before: value,
      after: null,
      ...(subject && { isPersonal: true }),
    }));
  }

  /** Keeps the name of a user or target, which the log shows even after a deletion. */
  private name(event: RecordedEvent, subject: string | null): void {
    const data = (event.data ?? {}) as Record<string, unknown>;
    const settings = (data.settings ?? {}) as Record<string, unknown>;
    const personal = (data.personal ?? {}) as Record<string, unknown>;
    const given = personal.displayName ?? ('value' in data ? undefined : (data.name ?? settings.name));
    if (typeof given !== 'string' || scopeOf(event) !== '') return;
    const id = idOf(event.stream);
    const isPersonal = personal.displayName !== undefined;
    this.named.set(id, {
      id,
      customer_id: event.customerId,
      name: given,
      subject: isPersonal ? subject : null,
    });
  }
}

function kindOf({ type, id }: Actor): EntryRow['actor_kind'] {
  if (type === 'user' || type === 'integration') return type;
  return id === 'operator' ? 'operator' : 'system';
}

/** Returns a sort key: fields are sorted by part of the stream, and the field `name` comes before other fields. */
function rankOf({ scope, field }: CurrentRow): string {
  return JSON.stringify([scope, field === 'name' ? '' : field]);
}

/** PostgreSQL does not keep the order of the fields of a `jsonb` object. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function membership(isAdded: boolean, fields: StatedField[]): StoredChange[] {
  const user = fields.find(({ field }) => field === 'userId')?.value ?? null;
  return [{ field: 'member', before: isAdded ? null : user, after: isAdded ? user : null }];
}

function toChange({ field, value, isPersonal }: StatedField, before: unknown): StoredChange {
  return { field, before, after: value, ...(isPersonal && { isPersonal: true }) };
}

function subjectOf({ data }: RecordedEvent): string | null {
  const { subject } = (data ?? {}) as { subject?: string };
  return subject ?? null;
}

function scopeOf({ type, data }: RecordedEvent): string {
  const { entryId, channelId } = (data ?? {}) as { entryId?: string; channelId?: string };
  return entryId ?? (type === 'UserChannelSignatureChanged' ? channelId : undefined) ?? '';
}

function keyOf({ stream, scope, field }: Of): string {
  return JSON.stringify([stream, scope, field]);
}
