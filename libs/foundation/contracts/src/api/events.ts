import type { Actor } from '../events';

/** An event in the format of webhooks, with its log position. The catalogue documents `data`. */
export interface EventResponse {
  id: string;
  /** For example `message::received`. */
  type: string;
  version: number;
  /** ISO 8601 UTC. */
  timestamp: string;
  actor: { type: Actor['type']; id: string | null } | null;
  data: Record<string, unknown>;
  /** API path of data that is too large for the payload. */
  link?: string;
  /** Log position; `after` with this position returns later events. */
  position: string;
}

/** GET /api/v3/events, oldest first */
export interface EventsResponse {
  data: EventResponse[];
  /** Value of `after` for the next request; advances even if `data` is empty. */
  next: string;
  /** Whether more events already exist. */
  hasMore: boolean;
}
