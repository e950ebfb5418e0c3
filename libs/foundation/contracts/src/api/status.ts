import type { Platform } from '../events/channel.events';

export const statusLineNames = ['incoming', 'outgoing', 'live'] as const;
export type StatusLineName = (typeof statusLineNames)[number];

/**
 * `slow`: delayed. `down`: nothing gets through, or the delay is so long that it makes no difference. `unknown`: the
 * delay cannot be measured
 * at the moment.
 */
export type StatusState = 'ok' | 'slow' | 'down' | 'unknown';

/** A service that users depend on, independent of the server's components. */
export interface StatusLine {
  name: StatusLineName;
  state: StatusState;
  /** Maximum delay in seconds; 0 if nothing waits. */
  lateSeconds: number;
  /** Since when the line is slow or down, ISO 8601; null for other states. */
  since: string | null;
}

/** A channel of the caller's organisation whose provider accepts no messages. */
export interface BrokenChannel {
  id: string;
  name: string;
  platform: Platform;
  since: string;
  /** Only for callers who may change channels; null for others. */
  failuresLastHour: number | null;
}

/** A view that differs from the log: screens that read the view may miss data until an operator rebuilds it. */
export interface IncompleteView {
  view: string;
  /** Hour of the first difference, ISO 8601. */
  since: string;
}

/** GET /api/v3/status */
export interface StatusResponse {
  /** Time of the measurement, ISO 8601. */
  checkedAt: string;
  lines: StatusLine[];
  /** Only channels that the caller may see. */
  brokenChannels: BrokenChannel[];
  /** Views of the whole installation, each once. */
  incompleteViews: IncompleteView[];
}
