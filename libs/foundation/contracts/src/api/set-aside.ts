/**
 * GET /api/v3/set-aside: what views could not fold of this organisation and go on without, the oldest first, as
 * `{ data }`. For those who may read `developers`; only the operator of the installation can mend it.
 */
export interface SetAsideResponse {
  id: string;
  /** The view that lacks it. */
  view: string;
  /** What it lacks from then on; null: everything that is new in the organisation. */
  stream: string | null;
  /** ISO 8601 UTC. */
  at: string;
}
