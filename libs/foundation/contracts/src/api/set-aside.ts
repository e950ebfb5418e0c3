/**
 * GET /api/v3/set-aside: the organisation's streams that views have quarantined, oldest first, as `{ data }`.
 * Requires the right to read
 * `developers`; only the operator of the installation can repair them.
 */
export interface SetAsideResponse {
  id: string;
  /** Name of the view that lacks the stream's events. */
  view: string;
  /** The quarantined stream; null: the view lacks all new events of the organisation. */
  stream: string | null;
  /** ISO 8601 UTC. */
  at: string;
}
