/**
 * GET /api/v3/parked: dead letters of the bus, oldest first, as `{ data }`. Requires the right to read `developers`;
 * POST
 * /api/v3/parked/{id}/retry and /drop require the right to update it.
 */
export interface ParkedResponse {
  id: string;
  topic: string;
  group: string;
  /** Error text of the last try. */
  error: string;
  /** ISO 8601 UTC. */
  parkedAt: string;
  /** Size of the body in bytes. */
  size: number;
}

/** GET /api/v3/parked/{id} */
export interface ParkedDetailResponse extends ParkedResponse {
  key: string;
  messageId: string;
  partition: number;
  offset: string;
  headers: Record<string, string>;
  /** Beginning of the body, decoded as text even if it is binary. */
  body: string;
  isBodyCut: boolean;
}
