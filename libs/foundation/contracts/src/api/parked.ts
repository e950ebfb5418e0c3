/**
 * GET /api/v3/parked: messages of the bus that could not be processed, the oldest first, as `{ data }`. For those who
 * may read `developers`; POST /api/v3/parked/{id}/retry and /drop for those who may update it.
 */
export interface ParkedResponse {
  id: string;
  topic: string;
  group: string;
  /** Why it could not be processed. */
  error: string;
  /** ISO 8601 UTC. */
  parkedAt: string;
  /** Of the body, in bytes. */
  size: number;
}

/** GET /api/v3/parked/{id} */
export interface ParkedDetailResponse extends ParkedResponse {
  key: string;
  messageId: string;
  partition: number;
  offset: string;
  headers: Record<string, string>;
  /** The body's beginning as text, whatever it is. */
  body: string;
  isBodyCut: boolean;
}
