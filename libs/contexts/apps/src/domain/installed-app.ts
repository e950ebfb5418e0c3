import type { AppEvent, AppSettingFact, AppVersion } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type InstalledAppCommand =
  | ({ type: 'Install'; packageName: string; name: string } & AppVersion)
  | ({ type: 'Update' } & AppVersion)
  /** Settings that are left out stay; an empty value removes a setting. `secrets` contain hints, not the values. */
  | { type: 'Set'; settings: AppSettingFact[]; secrets: AppSettingFact[]; isOn?: boolean }
  | { type: 'Uninstall'; keptUntil: string }
  | { type: 'Restore'; now: string }
  | { type: 'Connect'; connectionId: string; account: string; scopes: string[] }
  /** Records that the other service rejects the tokens of the connection. */
  | { type: 'Refuse'; connectionId: string }
  | { type: 'Disconnect' };

export interface InstalledAppState {
  status: 'missing' | 'on' | 'off' | 'uninstalled';
  /** Whether the app was on when it was uninstalled. */
  wasOn: boolean;
  packageName: string;
  name: string;
  version: string;
  scopes: string[];
  /** The values of settings by name, without secrets. */
  settings: Record<string, string>;
  keptUntil: string | null;
  /** The account at the other service; null if no user has signed in. */
  connection: AppConnectionState | null;
  /** Ids of former connections, the latest last, whose tokens have to be deleted; undefined if there are none. */
  former?: string[];
}

export interface AppConnectionState {
  id: string;
  account: string;
  scopes: string[];
  isRefused: boolean;
}

/**
 * Maximum number of former connections in the state; more accumulate only after as many failed deletions in a row.
 */
const MAX_FORMER = 20;

const initial: InstalledAppState = {
  ...{ status: 'missing', wasOn: true, packageName: '', name: '', version: '', scopes: [], settings: {} },
  ...{ keptUntil: null, connection: null },
};

/** An app in an organisation: its version, scopes, settings and connection. */
export const installedApp: Decider<InstalledAppCommand, InstalledAppState, AppEvent> = {
  initialState: initial,

  decide(command, state) {
    const isThere = state.status === 'on' || state.status === 'off';
    if (command.type === 'Install') {
      if (isThere) return [];
      const { packageName, name, version, scopes } = command;
      return [{ type: 'AppInstalled', data: { packageName, name, version, scopes: tidy(scopes) } }];
    }
    if (state.status === 'missing') throw new NotFound();
    if (command.type === 'Uninstall') {
      return isThere ? [{ type: 'AppUninstalled', data: { keptUntil: command.keptUntil } }] : [];
    }
    if (command.type === 'Restore') {
      if (isThere) return [];
      if (state.keptUntil === null || state.keptUntil < command.now) throw new Rejected('app_data_gone');
      return [{ type: 'AppRestored', data: {} }];
    }
    if (!isThere) throw new NotFound();
    if (command.type === 'Update') {
      const scopes = tidy(command.scopes);
      return command.version === state.version && String(scopes) === String(state.scopes)
        ? []
        : [{ type: 'AppUpdated', data: { version: command.version, scopes } }];
    }
    if (command.type === 'Set') return set(command, state);
    return connect(command, state);
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AppInstalled':
        return { ...initial, ...event.data, status: 'on' };
      case 'AppUpdated':
        return { ...state, ...event.data };
      case 'AppSettingsChanged': {
        const settings = { ...state.settings };
        for (const { name, value } of event.data.values) {
          if (value === '') delete settings[name];
          else settings[name] = value;
        }
        return { ...state, settings };
      }
      case 'AppSwitchedOn':
        return { ...state, status: 'on' };
      case 'AppSwitchedOff':
        return { ...state, status: 'off' };
      case 'AppUninstalled':
        return {
          ...state,
          status: 'uninstalled',
          wasOn: state.status === 'on',
          keptUntil: event.data.keptUntil,
        };
      case 'AppRestored':
        return { ...state, status: state.wasOn ? 'on' : 'off', keptUntil: null };
      case 'AppConnected': {
        const { connectionId: id, account, scopes } = event.data;
        return { ...state, connection: { id, account, scopes, isRefused: false }, former: formerOf(state) };
      }
      case 'AppConnectionRefused':
        return { ...state, connection: state.connection && { ...state.connection, isRefused: true } };
      case 'AppDisconnected':
        return { ...state, connection: null, former: formerOf(state) };
    }
  },
};

function set(
  { settings, secrets, isOn }: Extract<InstalledAppCommand, { type: 'Set' }>,
  state: InstalledAppState,
): AppEvent[] {
  const changed = settings.filter(({ name, value }) => (state.settings[name] ?? '') !== value);
  const events: AppEvent[] = [];
  if (changed.length > 0 || secrets.length > 0) {
    events.push({ type: 'AppSettingsChanged', data: { values: changed, secrets } });
  }
  if (isOn !== undefined && isOn !== (state.status === 'on')) {
    events.push({ type: isOn ? 'AppSwitchedOn' : 'AppSwitchedOff', data: {} });
  }
  return events;
}

function connect(
  command: Extract<InstalledAppCommand, { type: 'Connect' | 'Refuse' | 'Disconnect' }>,
  { connection }: InstalledAppState,
): AppEvent[] {
  if (command.type === 'Connect') {
    const { connectionId, account, scopes } = command;
    return connection?.id === connectionId
      ? []
      : [{ type: 'AppConnected', data: { connectionId, account, scopes: tidy(scopes) } }];
  }
  if (!connection) return [];
  const data = { connectionId: connection.id };
  if (command.type === 'Disconnect') return [{ type: 'AppDisconnected', data }];
  // The refusal may concern an older connection, if another user has signed in again since.
  const isOlder = command.connectionId !== connection.id;
  return isOlder || connection.isRefused ? [] : [{ type: 'AppConnectionRefused', data }];
}

function formerOf({ connection, former = [] }: InstalledAppState): string[] {
  return connection ? [...former, connection.id].slice(-MAX_FORMER) : former;
}

const tidy = (scopes: string[]) => [...new Set(scopes)].sort();
