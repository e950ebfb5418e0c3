import type { TeamChatEntryEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { entry, type EntryCommand } from './entry';
import { participant } from './participant';

const send: EntryCommand & { type: 'Send' } = {
  ...{ type: 'Send', chatId: 'lunch', userId: 'tom', tmpId: 'tmp-1', message: 'Soup?' },
  ...{ attachments: [], replyTo: null, mentions: ['eva'] },
};
const [sent] = given(entry, []).when(send) as [TeamChatEntryEvent];
const deleted: TeamChatEntryEvent = { type: 'TeamChatEntryDeleted', data: {} };
const liked: TeamChatEntryEvent = { type: 'TeamChatEntryReacted', data: { userId: 'eva', emoji: '👍' } };

describe('An entry', () => {
  it('an entry is sent once if its writer repeats the request', () => {
    expect(sent.data).toMatchObject({ subject: 'tom', personal: { message: 'Soup?', attachments: [] } });
    expect(given(entry, [sent]).when(send)).toEqual([]);
  });

  it('an entry without a text and files is rejected', () => {
    expect(() => given(entry, []).when({ ...send, message: null })).toThrow('team_chat_entry_empty');
  });

  it('an entry is edited and deleted only by its writer', () => {
    const edit = (by: string) => ({ type: 'Edit', by, message: 'Soup at noon?', mentions: [] }) as const;
    expect(() => given(entry, [sent]).when(edit('eva'))).toThrow('team_chat_entry_not_own');
    expect(() => given(entry, [sent]).when({ type: 'Delete', by: 'eva' })).toThrow('team_chat_entry_not_own');
    expect(given(entry, [sent]).when(edit('tom'))).toMatchObject([{ type: 'TeamChatEntryEdited' }]);
    expect(given(entry, [sent]).when({ type: 'Delete', by: 'tom' })).toEqual([deleted]);
    expect(given(entry, [sent, deleted]).when({ type: 'Delete', by: 'tom' })).toEqual([]);
    expect(() => given(entry, [sent, deleted]).when(edit('tom'))).toThrow('team_chat_entry_deleted');
  });

  it('an entry has one reaction of each user, who may remove it', () => {
    const react = (emoji: string | null) => ({ type: 'React', by: 'eva', emoji }) as const;
    expect(given(entry, [sent]).when(react('👍'))).toEqual([liked]);
    expect(given(entry, [sent, liked]).when(react('👍'))).toEqual([]);
    expect(given(entry, [sent, liked]).when(react(null))).toHaveLength(1);
    expect(given(entry, [sent]).when(react(null))).toEqual([]);
  });
});

describe('The marks of a participant', () => {
  const mark = (status: 'delivered' | 'read', upTo: string) =>
    ({ type: 'Mark', status, chatId: 'lunch', userId: 'eva', upTo }) as const;
  const read = { type: 'TeamChatRead', data: { chatId: 'lunch', userId: 'eva', upTo: '7' } } as const;

  it('marks never move back', () => {
    expect(given(participant, []).when(mark('read', '7'))).toEqual([read]);
    expect(given(participant, [read]).when(mark('read', '5'))).toEqual([]);
  });

  it('a mark as read also marks the entry as delivered', () => {
    expect(given(participant, [read]).when(mark('delivered', '7'))).toEqual([]);
    expect(given(participant, [read]).when(mark('delivered', '8'))).toHaveLength(1);
  });
});
