import type { Platform } from '../events/channel.events';

export const statusLineNames = ['incoming', 'outgoing', 'live'] as const;
export type StatusLineName = (typeof statusLineNames)[number];

/**
 * `slow`: late, and catching up or not. `down`: nothing gets through, or so late that it comes to the same. `unknown`: how
 * late it is cannot be told now.
 */
export type StatusState = 'ok' | 'slow' | 'down' | 'unknown';

/** Something that people rely on, whatever it is made of. */
export interface StatusLine {
  name: StatusLineName;
  state: StatusState;
  /** How late it is at most: seconds. 0 where nothing waits. */
  lateSeconds: number;
  /** Since when it is slow or down; null where it is neither. ISO 8601. */
  since: string | null;
}

/** A channel of one's own organisation whose provider takes no messages. */
export interface BrokenChannel {
  id: string;
  name: string;
  platform: Platform;
  since: string;
  /** For who may change channels; null for others. */
  failuresLastHour: number | null;
}

/** A view that differs from the log: screens that read it may lack something until an operator rebuilds it. */
export interface IncompleteView {
  /** Name of the view. */
  view: string;
  /** Hour of the first difference. ISO 8601. */
  since: string;
}

/** GET /api/v3/status */
export interface StatusResponse {
  /** When it was measured. ISO 8601. */
  checkedAt: string;
  lines: StatusLine[];
  /** Of those that one may see. */
  brokenChannels: BrokenChannel[];
  /** Of the whole installation, each view once. */
  incompleteViews: IncompleteView[];
}
