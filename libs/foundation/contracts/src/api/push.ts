import type { NotificationName } from '../events/user.events';

/** A browser that shows notifications to its user while no window of Parley is open in it. */
export interface PushDevice {
  id: string;
  /** Browser and system, such as "Chrome on macOS". */
  label: string;
  createdAt: string;
  /** When the last push was sent to it; null: none. */
  lastPushAt: string | null;
  /** Why the last push failed; null if it succeeded. */
  failure: PushFailure | null;
}

/** `refused`: the push service rejected the push; `gone`: the push service no longer knows the browser. */
export type PushFailure = 'refused' | 'unreachable' | 'gone';

/** GET /api/v3/push */
export interface PushResponse {
  /** The application server key for a browser's subscription: base64url of a P-256 point. */
  publicKey: string;
  /** The caller's own devices, newest first. */
  devices: PushDevice[];
}

/** PUT /api/v3/push/devices */
export interface PushDeviceResponse {
  id: string;
}

/** POST /api/v3/push/devices/{id}/test */
export interface PushTestResponse {
  /** Null: the push service accepted the push. */
  failure: PushFailure | null;
  /** Status code of the push service's response; null without a response. */
  status: number | null;
}

/** Contents of a push for the service worker, encrypted for one browser. */
export type PushPayload =
  | {
      kind: 'news';
      /** A notification replaces an earlier one with the same tag, such as one of the same conversation. */
      tag: string;
      title: string;
      text: string;
      /** Path of the page to open. */
      path: string;
      /** Label of the action that explains why the user got the notification, and the path of the explanation. */
      why: { label: string; path: string };
      /** Server time, ISO 8601. */
      time: string;
    }
  /** Removes a notification: its message was read, or the conversation has another assignee now. */
  | { kind: 'close'; tag: string }
  | { kind: 'test'; title: string; text: string; id: string };

/** Path of the settings page that explains a kind of notification. */
export const whyPath = (name: NotificationName) => `/settings/account?why=${name}`;
