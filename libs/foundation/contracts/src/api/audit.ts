/** An event that changed an organisation's settings. */
export interface AuditEntry {
  /** Position in the log; later events have greater positions. */
  position: string;
  /** ISO 8601 UTC. */
  time: string;
  /** Type of the event. */
  type: string;
  actor: AuditActor;
  /** Kind, id and name of the changed object; the name is null if unknown. */
  target: { category: string; id: string; name: string | null };
  /** IP address of the person who made the change; null if no person did. */
  ip: string | null;
  changes: AuditChange[];
}

export interface AuditActor {
  /** `operator`: a person who runs the installation and used a script. `system`: Parley itself. */
  kind: 'user' | 'integration' | 'operator' | 'system';
  id: string;
  /** Null if the actor has no name or was erased. */
  name: string | null;
}

/** Value of a field before and after a change; null if the field had or has no value. */
export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** GET /api/v3/audit, newest first. */
export interface AuditResponse {
  data: AuditEntry[];
  /** Value of `before` for the next page; null on the last page. */
  next: string | null;
  /** Names of the objects whose ids occur in the values, by id. */
  names: Record<string, string>;
}

/** Response header with the number of rows that GET /api/v3/audit/export will send. */
export const AUDIT_COUNT_HEADER = 'Parley-Row-Count';
