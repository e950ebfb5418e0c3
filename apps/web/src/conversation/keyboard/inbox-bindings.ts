import type { Command } from './commands';

/** Commands of the inbox and their keys. */
export const bindings = {
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  back: ['Escape'],
  newConversation: ['c'],
  reply: ['r'],
  note: ['n'],
  assign: ['a'],
  assignToMe: ['i'],
  unassign: ['I'],
  tag: ['t'],
  label: ['l'],
  archive: ['e'],
  unarchive: ['E'],
  markRead: ['u'],
  snooze: ['z'],
  wake: ['Z'],
  select: ['x'],
  prioritise: ['p'],
  unprioritise: ['P'],
  block: ['b'],
  unblock: ['B'],
  delete: ['#'],
  assignAll: [],
  goNew: ['g n'],
  goOpen: ['g o'],
  goPersonal: ['g p'],
  goTeam: ['g e'],
  goUnassigned: ['g u'],
  goSnoozed: ['g z'],
  goArchived: ['g a'],
  goFailed: ['g f'],
  goTeamChat: ['g t'],
  teamChat: [],
  askColleague: [],
  whyAssigned: ['w'],
  assistant: ['⌘ j'],
  goMentions: ['g @'],
  search: ['/'],
  toggleLists: ['['],
  togglePanel: [']'],
  palette: ['⌘ k'],
  help: ['?'],
  shortcuts: ['g ?'],
} as const satisfies Record<string, readonly string[]>;

declare module './commands' {
  interface FeatureCommands {
    inbox: keyof typeof bindings;
  }
}

/** Commands that open a field: letters typed after them are entered into the field. */
export const openers: readonly Command[] = [
  'newConversation',
  'snooze',
  'reply',
  'note',
  'assign',
  'tag',
  'label',
  'search',
  'palette',
];
