import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** The version of an app that runs, and the permissions that the organisation granted to the app. */
export interface AppVersion {
  /** A version number such as `1.0.0`. */
  version: string;
  /** Permissions that the organisation granted, sorted. */
  scopes: string[];
}

/**
 * A setting of an app. `value` of a secret is only its last characters, empty if the secret is too short to show any,
 * or `-` if the
 * secret was removed.
 */
export interface AppSettingFact {
  name: string;
  value: string;
}

/** Stream `app-<id>`: an app that an organisation installed. No event contains a secret of its settings. */
export type AppEvent =
  | Fact<'AppInstalled', AppVersion & { packageName: string; name: string }>
  | Fact<'AppUpdated', AppVersion>
  /** The settings that were set; settings that are not listed keep their value. An empty value removes a setting. */
  | Fact<'AppSettingsChanged', { values: AppSettingFact[]; secrets: AppSettingFact[] }>
  | Fact<'AppSwitchedOn', Record<string, never>>
  | Fact<'AppSwitchedOff', Record<string, never>>
  /**
   * The app's rights ended immediately. Its stored data is kept until `keptUntil`, ISO 8601 UTC, in case the app is
   * restored.
   */
  | Fact<'AppUninstalled', { keptUntil: string }>
  | Fact<'AppRestored', Record<string, never>>
  /** A user authorised the app at the external service that its manifest names. */
  | Fact<'AppConnected', { connectionId: string; account: string; scopes: string[] }>
  /** The external service no longer accepts the authorisation. */
  | Fact<'AppConnectionRefused', { connectionId: string }>
  | Fact<'AppDisconnected', { connectionId: string }>;

export const appFacts: SettingFacts<AppEvent, 'app'> = {
  category: 'app',
  isSetting: true,
  upcasters: {
    AppInstalled: [],
    AppUpdated: [],
    AppSettingsChanged: [],
    AppSwitchedOn: [],
    AppSwitchedOff: [],
    AppUninstalled: [],
    AppRestored: [],
    AppConnected: [],
    AppConnectionRefused: [],
    AppDisconnected: [],
  },
};
