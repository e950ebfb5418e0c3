import type { TeamChatEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { takesPart, teamChat, MAX_PARTICIPANTS } from './team-chat';

const started: TeamChatEvent = { type: 'TeamChatStarted', data: { title: null, userIds: ['tom', 'eva'] } };
const left: TeamChatEvent = { type: 'TeamChatParticipantLeft', data: { userId: 'eva' } };
const deleted: TeamChatEvent = { type: 'TeamChatDeleted', data: {} };

const code = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('A team chat', () => {
  it('a chat starts once, without duplicate participants', () => {
    const start = { type: 'Start', title: ' Returns  desk ', userIds: ['tom', 'eva', 'tom'] } as const;
    const facts = [{ type: 'TeamChatStarted', data: { title: 'Returns desk', userIds: ['tom', 'eva'] } }];
    expect(given(teamChat, []).when(start)).toEqual(facts);
    expect(given(teamChat, [started]).when(start)).toEqual([]);
  });

  it('a chat requires two participants, and allows 200 at most', () => {
    const start = (userIds: string[]) => ({ type: 'Start', title: null, userIds }) as const;
    expect(code(() => given(teamChat, []).when(start(['tom'])))).toBe('team_chat_needs_people');
    const crowd = Array.from({ length: MAX_PARTICIPANTS + 1 }, (_, index) => `user${index}`);
    expect(code(() => given(teamChat, []).when(start(crowd)))).toBe('team_chat_too_many_people');
  });

  it('a chat adds only new participants, and removes only existing ones', () => {
    const change = { type: 'Change', by: 'tom', add: ['mia', 'eva'], remove: ['eva', 'ida'] } as const;
    expect(given(teamChat, [started]).when(change)).toEqual([
      { type: 'TeamChatParticipantAdded', data: { userId: 'mia' } },
      { type: 'TeamChatParticipantRemoved', data: { userId: 'eva' } },
    ]);
  });

  it('a participant leaves once; changes and deletion are refused to a user who does not take part', () => {
    expect(given(teamChat, [started]).when({ type: 'Leave', by: 'eva' })).toEqual([left]);
    const after = given(teamChat, [started, left]);
    expect(after.when({ type: 'Leave', by: 'eva' })).toEqual([]);
    expect(code(() => after.when({ type: 'Delete', by: 'eva' }))).toBe('team_chat_archived');
    expect(code(() => after.when({ type: 'Change', by: 'eva', title: 'Mine' }))).toBe('team_chat_archived');
  });

  it('a chat expires once, even after its deletion, and refuses later commands', () => {
    const expired: TeamChatEvent = { type: 'TeamChatExpired', data: { afterDays: 90 } };
    const expire = { type: 'Expire', afterDays: 90 } as const;
    expect(given(teamChat, [started, deleted]).when(expire)).toEqual([expired]);
    const after = given(teamChat, [started, expired]);
    expect(after.when(expire)).toEqual([]);
    expect(after.when({ type: 'Leave', by: 'tom' })).toEqual([]);
    expect(takesPart(after.state, 'tom')).toBe(false);
    expect(code(() => after.when({ type: 'Change', by: 'tom', title: 'Mine' }))).toBe('team_chat_archived');
  });

  it('a chat is deleted once for all participants', () => {
    expect(given(teamChat, [started]).when({ type: 'Delete', by: 'tom' })).toEqual([deleted]);
    const after = given(teamChat, [started, deleted]);
    expect(after.when({ type: 'Delete', by: 'eva' })).toEqual([]);
    expect(takesPart(after.state, 'tom')).toBe(false);
    expect(code(() => after.when({ type: 'Change', by: 'tom', add: ['mia'] }))).toBe('team_chat_archived');
  });
});
