import type { UserSettingName } from '@parley/contracts/events';
import { halfHours } from '@parley/contracts/rules/quiet-hours';

const onOff = ['0', '1'] as const;
/** Progress of a guided tour; after `skipped` and `done`, the tour is not offered any more. */
const tour = ['new', 'step-2', 'step-3', 'step-4', 'step-5', 'skipped', 'done'] as const;

function startingAt(first: string): [string, ...string[]] {
  return [first, ...halfHours.filter((time) => time !== first)];
}

/** The values that each setting of a user may have; the first is the default. */
export const userSettingValues: Record<UserSettingName, readonly [string, ...string[]]> = {
  language: ['en', 'es', 'nl'],
  timeNotation: ['24', '12'],
  enterToSend: ['1', '0'],
  smartInboxEnabled: onOff,
  automaticSignature: ['as-channel', 'none', 'append-agent-name', 'prepend-agent-name-bold'],
  undoSend: onOff,
  notifyConversationUnassigned: onOff,
  notifyConversationAssigned: onOff,
  notifyIncomingMessage: onOff,
  notifyIncomingMessageNew: onOff,
  notifyTeamchatStarted: onOff,
  notifyTeamchatMessage: onOff,
  notifyMention: onOff,
  notifyScheduledFailed: onOff,
  notifySla: onOff,
  soundNotifyConversationUnassigned: onOff,
  soundNotifyConversationAssigned: onOff,
  soundNotifyIncomingMessage: onOff,
  soundNotifyIncomingMessageNew: onOff,
  soundNotifyTeamchatStarted: onOff,
  soundNotifyTeamchatMessage: onOff,
  soundNotifyMention: onOff,
  soundNotifyScheduledFailed: onOff,
  soundNotifySla: onOff,
  pushNotifyConversationUnassigned: onOff,
  pushNotifyConversationAssigned: onOff,
  pushNotifyIncomingMessage: onOff,
  pushNotifyIncomingMessageNew: onOff,
  pushNotifyTeamchatStarted: onOff,
  pushNotifyTeamchatMessage: onOff,
  pushNotifyMention: onOff,
  pushNotifyScheduledFailed: onOff,
  pushNotifySla: onOff,
  pushShowsText: ['1', '0'],
  quietHours: onOff,
  quietFrom: startingAt('18:00'),
  quietUntil: startingAt('08:00'),
  tourInbox: tour,
  tourMenu: tour,
  tourSettings: tour,
};

interface Setting {
  name: string;
  value: string;
}

/**
 * Returns all settings, with defaults for those that the user has not chosen. A language that was not chosen is left
 * out, because the browser knows the user's language better; code that runs without a browser uses the default.
 */
export function withDefaults(chosen: Setting[]): Setting[] {
  const defaults = Object.entries(userSettingValues)
    .filter(([name]) => name !== 'language' && !chosen.some((setting) => setting.name === name))
    .map(([name, [value]]) => ({ name, value }));
  return [...chosen, ...defaults];
}
