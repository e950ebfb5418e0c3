import type { Actor } from '../events';

/** What happened, as webhooks tell it, and where in the log that stands. The catalogue says what `data` holds. */
export interface EventResponse {
  id: string;
  /** `message::received` */
  type: string;
  version: number;
  /** ISO 8601 UTC. */
  timestamp: string;
  actor: { type: Actor['type']; id: string | null } | null;
  data: Record<string, unknown>;
  /** Where the API tells what was too large to be told here. */
  link?: string;
  /** Of the log: `after` asks for what came later. */
  position: string;
}

/** GET /api/v3/events, oldest first */
export interface EventsResponse {
  data: EventResponse[];
  /** What `after` is to be next. It moves on also where nothing was told. */
  next: string;
  /** Whether more is there already. */
  hasMore: boolean;
}
