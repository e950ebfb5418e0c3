import type { OnlineStatus, Role, UserEvent, UserSettingName } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { userSettingValues } from './user-settings';

export type UserCommand =
  | { type: 'Add'; userId: string; displayName: string; email: string; role: Role }
  | { type: 'ChangeSettings'; settings: { name: UserSettingName; value: string }[] }
  | { type: 'ChangeSignature'; userId: string; html: string }
  | { type: 'ChangeStatus'; status: OnlineStatus }
  | { type: 'ForceTeamFilter'; enforceTeamFilter: boolean; enforceUnassignedChats: boolean };

export interface UserState {
  isAdded: boolean;
  settings: Readonly<Partial<Record<UserSettingName, string>>>;
  /** Null once it was erased. */
  signature: string | null;
  onlineStatus: OnlineStatus;
  enforceTeamFilter: boolean;
  enforceUnassignedChats: boolean;
}

/** Bytes of a signature: 250 KB (spec, section 9). */
export const SIGNATURE_LIMIT = 250 * 1024;

/** A person who signs in: their role and their own settings. */
export const user: Decider<UserCommand, UserState, UserEvent> = {
  initialState: {
    isAdded: false,
    settings: {},
    signature: '',
    onlineStatus: 'offline',
    enforceTeamFilter: false,
    enforceUnassignedChats: false,
  },

  decide(command, state) {
    if (command.type === 'Add') {
      if (state.isAdded) return [];
      const { userId, displayName, email, role } = command;
      return [{ type: 'UserAdded', data: { subject: userId, personal: { displayName, email }, role } }];
    }
    if (!state.isAdded) throw new NotFound();
    switch (command.type) {
      case 'ChangeSettings':
        return changeSettings(command.settings, state);
      case 'ChangeSignature': {
        const { userId, html } = command;
        if (new TextEncoder().encode(html).length > SIGNATURE_LIMIT)
          throw new Rejected('signature_too_large');
        if (html === state.signature) return [];
        return [{ type: 'UserSignatureChanged', data: { subject: userId, personal: { html } } }];
      }
      case 'ChangeStatus': {
        const { status } = command;
        return status === state.onlineStatus ? [] : [{ type: 'UserStatusChanged', data: { status } }];
      }
      case 'ForceTeamFilter': {
        const { enforceTeamFilter, enforceUnassignedChats } = command;
        const isSame =
          enforceTeamFilter === state.enforceTeamFilter &&
          enforceUnassignedChats === state.enforceUnassignedChats;
        if (isSame) return [];
        return [{ type: 'UserTeamFilterForced', data: { enforceTeamFilter, enforceUnassignedChats } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'UserAdded':
        return { ...state, isAdded: true };
      case 'UserSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.name]: event.data.value } };
      case 'UserSignatureChanged':
        return { ...state, signature: event.data.personal?.html ?? null };
      case 'UserStatusChanged':
        return { ...state, onlineStatus: event.data.status };
      case 'UserTeamFilterForced':
        return { ...state, ...event.data };
    }
  },
};

function changeSettings(settings: { name: UserSettingName; value: string }[], state: UserState): UserEvent[] {
  const wrong = settings.find(({ name, value }) => !userSettingValues[name].includes(value));
  if (wrong) throw new Rejected('setting_invalid', wrong.name);
  // Named twice, the last one holds.
  const wanted = new Map(settings.map(({ name, value }) => [name, value]));
  return [...wanted]
    .filter(([name, value]) => (state.settings[name] ?? userSettingValues[name][0]) !== value)
    .map(([name, value]) => ({ type: 'UserSettingChanged', data: { name, value } }));
}
