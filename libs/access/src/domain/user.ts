import type { Role, UserEvent, UserSettingName } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type UserCommand =
  | { type: 'Add'; userId: string; displayName: string; email: string; role: Role }
  | { type: 'ChangeSettings'; settings: { name: UserSettingName; value: string }[] }
  | { type: 'ForceTeamFilter'; enforceTeamFilter: boolean; enforceUnassignedChats: boolean };

export interface UserState {
  isAdded: boolean;
  settings: Readonly<Partial<Record<UserSettingName, string>>>;
  enforceTeamFilter: boolean;
  enforceUnassignedChats: boolean;
}

/** What each setting may be; the first is what it is until somebody changes it. */
export const userSettingValues: Record<UserSettingName, readonly [string, ...string[]]> = {
  language: ['en', 'es', 'nl'],
  timeNotation: ['24', '12'],
  enterToSend: ['1', '0'],
};

/** A person who signs in: their role and their own settings. */
export const user: Decider<UserCommand, UserState, UserEvent> = {
  initialState: { isAdded: false, settings: {}, enforceTeamFilter: false, enforceUnassignedChats: false },

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
