/** One fact that changed how an organisation is set up. */
export interface AuditEntry {
  /** Where it stands in the log: later ones are greater. */
  position: string;
  /** ISO 8601 UTC. */
  time: string;
  /** What happened: the name of the fact. */
  type: string;
  actor: AuditActor;
  /** What it happened to: the kind of thing and its id. */
  target: { category: string; id: string; name: string | null };
  /** The address it was done from, where a person did it. */
  ip: string | null;
  changes: AuditChange[];
}

export interface AuditActor {
  /** `operator`: whoever runs the installation, with a script. `system`: the product itself. */
  kind: 'user' | 'integration' | 'operator' | 'system';
  id: string;
  /** Null for what has no name, and for whoever was erased. */
  name: string | null;
}

/** A field as it was and as it is since; null where there was or is nothing. */
export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** GET /api/v3/audit, the newest first. */
export interface AuditResponse {
  data: AuditEntry[];
  /** Names the next page as `before`; null on the last one. */
  next: string | null;
  /** Names of those whose ids stand in the values. */
  names: Record<string, string>;
}

/** How many rows GET /api/v3/audit/export is going to send. */
export const AUDIT_COUNT_HEADER = 'Parley-Row-Count';
