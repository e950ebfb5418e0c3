import type { NotificationName } from '../events/user.events';

/** A browser that shows notifications of its user while Parley is not open in it. */
export interface PushDevice {
  id: string;
  /** Browser and system, such as "Chrome on macOS". */
  label: string;
  createdAt: string;
  /** When the last push went out to it; null: none yet. */
  lastPushAt: string | null;
  /** Why the last one did not; null: it did. */
  failure: PushFailure | null;
}

/** The push service refused it, could not be reached, or does not know this browser any more. */
export type PushFailure = 'refused' | 'unreachable' | 'gone';

/** GET /api/v3/push */
export interface PushResponse {
  /** The application server key that a browser subscribes with: base64url of a P-256 point. */
  publicKey: string;
  /** One's own, newest first. */
  devices: PushDevice[];
}

/** PUT /api/v3/push/devices */
export interface PushDeviceResponse {
  id: string;
}

/** POST /api/v3/push/devices/{id}/test */
export interface PushTestResponse {
  /** Null: the push service took it. */
  failure: PushFailure | null;
  /** The push service's status code, where it answered. */
  status: number | null;
}

/** What a push carries to the service worker, encrypted for that browser alone. */
export type PushPayload =
  | {
      kind: 'news';
      /** News of one conversation replace each other. */
      tag: string;
      title: string;
      text: string;
      /** Page that shows it. */
      path: string;
      /** The action that explains why one got it, and where that is explained. */
      why: { label: string; path: string };
      /** By the server's clock, ISO 8601. */
      time: string;
    }
  /** It was read, or is somebody else's now. */
  | { kind: 'close'; tag: string }
  | { kind: 'test'; title: string; text: string; id: string };

/** Where the settings explain a kind of news. */
export const whyPath = (name: NotificationName) => `/settings/account?why=${name}`;
