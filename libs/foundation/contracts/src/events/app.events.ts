import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** Which version of an app runs, and what the organisation lets it do. */
export interface AppVersion {
  /** `1.0.0` */
  version: string;
  /** What it was given leave to do, sorted. */
  scopes: string[];
}

/** A setting of an app and its value: of a secret its end, nothing where it is too short for that, or `-` where it was taken away. */
export interface AppSettingFact {
  name: string;
  value: string;
}

/** Stream `app-<id>`: an app in an organisation. Secrets of its settings are in no fact. */
export type AppEvent =
  | Fact<'AppInstalled', AppVersion & { packageName: string; name: string }>
  | Fact<'AppUpdated', AppVersion>
  /** Settings that were set; those that were left out stay. An empty value takes a setting away. */
  | Fact<'AppSettingsChanged', { values: AppSettingFact[]; secrets: AppSettingFact[] }>
  | Fact<'AppSwitchedOn', Record<string, never>>
  | Fact<'AppSwitchedOff', Record<string, never>>
  /** Its rights ended at once. What it keeps stays until then, for who restores it. */
  | Fact<'AppUninstalled', { keptUntil: string }>
  | Fact<'AppRestored', Record<string, never>>
  /** Somebody signed in for it at the other service that its manifest names. */
  | Fact<'AppConnected', { connectionId: string; account: string; scopes: string[] }>
  /** The other service takes what was granted no more. */
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
