import type { ConversationEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { given } from '@parley/event-sourcing/decider/given';
import { conversation } from './conversation';

const startedAt = '2026-05-01T10:00:00.000Z';
const started = {
  type: 'ConversationStarted',
  data: { contactId: 'ana', channelId: 'whatsapp', readForAll: true, startedAt },
} satisfies ConversationEvent;
const startedForEach: ConversationEvent = { ...started, data: { ...started.data, readForAll: false } };
const assignedToTom: ConversationEvent = {
  type: 'ConversationAssigned',
  data: { userId: 'tom', teamId: null },
};
const archived = (seenUpTo: string, afterHours: number | null = null): ConversationEvent => ({
  type: 'ConversationArchived',
  data: { seenUpTo, afterHours },
});

const nobody = { userId: null, teamId: null };
const tom = { userId: 'tom', teamId: null };
const eva = { userId: 'eva', teamId: null };

describe('Starting a conversation', () => {
  it('records the contact and the channel', () => {
    const command = { type: 'Start', ...started.data } as const;
    expect(given(conversation, []).when(command)).toEqual([started]);
  });

  it('starting a conversation again is a no-op', () => {
    const command = { type: 'Start', ...started.data } as const;
    expect(given(conversation, [started]).when(command)).toEqual([]);
  });

  it('commands to a conversation that was not started fail', () => {
    expect(() => given(conversation, []).when({ type: 'Unarchive' })).toThrow('not_found');
  });
});

describe('A colleague who writes first', () => {
  const writeFirst = (toUserId: string | null) =>
    ({ type: 'WriteFirst', ...started.data, userId: 'eva', toUserId }) as const;
  const assignedToEva: ConversationEvent = {
    type: 'ConversationAssigned',
    data: { userId: 'eva', teamId: null },
  };

  it('writing first starts the conversation, and assigns it to the colleague on request', () => {
    expect(given(conversation, []).when(writeFirst(null))).toEqual([started]);
    expect(given(conversation, []).when(writeFirst('eva'))).toEqual([started, assignedToEva]);
  });

  it('writing first reopens a closed conversation and removes its earlier assignee', () => {
    const closed = [started, assignedToTom, archived('5')];
    const reopened = { type: 'ConversationReopened', data: { cause: 'user' } };
    const unassigned = { type: 'ConversationUnassigned', data: {} };
    expect(given(conversation, closed).when(writeFirst(null))).toEqual([reopened, unassigned]);
    expect(given(conversation, closed).when(writeFirst('eva'))).toEqual([reopened, assignedToEva]);
  });

  it('writing first is allowed in an open unassigned conversation, and is refused if another colleague is the assignee', () => {
    expect(given(conversation, [started]).when(writeFirst(null))).toEqual([]);
    expect(given(conversation, [started]).when(writeFirst('eva'))).toEqual([assignedToEva]);
    expect(() => given(conversation, [started, assignedToTom]).when(writeFirst('eva'))).toThrow(
      'conversation_with_colleague',
    );
  });

  it('writing first a second time changes nothing', () => {
    expect(given(conversation, [started, assignedToEva]).when(writeFirst('eva'))).toEqual([]);
    expect(given(conversation, [started]).when(writeFirst(null))).toEqual([]);
  });
});

describe('Snoozing a conversation', () => {
  const until = '2026-05-02T07:00:00.000Z';
  const snoozed = (to: string | null, seenUpTo = '5'): ConversationEvent => ({
    type: 'ConversationSnoozed',
    data: { until: to, seenUpTo, userId: 'tom' },
  });
  const snooze = (to: string | null, now = startedAt) =>
    ({ type: 'Snooze', until: to, seenUpTo: '5', userId: 'tom', now }) as const;
  const woken = (cause: 'time' | 'message' | 'user') => ({ type: 'ConversationWoken', data: { cause } });

  it('a snooze lasts until a future time, or until the contact writes', () => {
    expect(given(conversation, [started]).when(snooze(until))).toEqual([snoozed(until)]);
    expect(given(conversation, [started]).when(snooze(null))).toEqual([snoozed(null)]);
    expect(() => given(conversation, [started]).when(snooze(until, until))).toThrow('time_passed');
  });

  it('snoozing again is a no-op for the same time, and replaces a different time', () => {
    expect(given(conversation, [started, snoozed(until)]).when(snooze(until))).toEqual([]);
    expect(given(conversation, [started, snoozed(until)]).when(snooze(null))).toEqual([snoozed(null)]);
  });

  it('snoozing an archived conversation is refused, and archiving ends a snooze', () => {
    expect(() => given(conversation, [started, archived('5')]).when(snooze(until))).toThrow(
      'conversation_closed',
    );
    const later = [started, snoozed(until), archived('5')];
    expect(given(conversation, later).when({ type: 'Wake', at: until })).toEqual([]);
  });

  it('a snooze ends at its time, but not at a time that was replaced', () => {
    const wake = { type: 'Wake', at: until } as const;
    expect(given(conversation, [started, snoozed(until)]).when(wake)).toEqual([woken('time')]);
    expect(given(conversation, [started, snoozed(until), snoozed(null)]).when(wake)).toEqual([]);
  });

  it('a user who wakes a conversation ends its snooze, and changes nothing if it is not snoozed', () => {
    const wake = { type: 'Wake', at: null } as const;
    expect(given(conversation, [started, snoozed(null)]).when(wake)).toEqual([woken('user')]);
    expect(given(conversation, [started]).when(wake)).toEqual([]);
  });

  it('a snooze ends with a message that no user had seen', () => {
    const message = (position: string) => ({ type: 'ReopenForMessage', position }) as const;
    expect(given(conversation, [started, snoozed(until)]).when(message('6'))).toEqual([woken('message')]);
    expect(given(conversation, [started, snoozed(until)]).when(message('5'))).toEqual([]);
  });
});

describe('A deleted team', () => {
  const leave = { type: 'LeaveTeam', teamId: 'sales' } as const;
  const assigned = (userId: string | null, teamId: string | null): ConversationEvent => ({
    type: 'ConversationAssigned',
    data: { userId, teamId },
  });

  it('deleting a team unassigns its conversations, or leaves them with the user who is also the assignee', () => {
    expect(given(conversation, [started, assigned(null, 'sales')]).when(leave)).toEqual([
      { type: 'ConversationUnassigned', data: {} },
    ]);
    expect(given(conversation, [started, assigned('tom', 'sales')]).when(leave)).toEqual([assignedToTom]);
  });

  it('deleting a team removes it from its archived conversations, too', () => {
    expect(given(conversation, [started, assigned(null, 'sales'), archived('5')]).when(leave)).toEqual([
      { type: 'ConversationUnassigned', data: {} },
    ]);
  });

  it('deleting a team does not change conversations of another team, or conversations that it has left already', () => {
    expect(given(conversation, [started, assigned(null, 'support')]).when(leave)).toEqual([]);
    expect(given(conversation, [started, assignedToTom]).when(leave)).toEqual([]);
  });
});

describe('Tagging a conversation', () => {
  const tag = { type: 'Tag', tagId: 'refund', aliases: [] } as const;
  const untag = { type: 'Untag', tagId: 'refund', aliases: ['money back'] } as const;
  const tagged = (tagId: string): ConversationEvent => ({ type: 'ConversationTagged', data: { tagId } });
  const untagged = (tagId: string): ConversationEvent => ({ type: 'ConversationUntagged', data: { tagId } });

  it('records the tag, also on an archived conversation', () => {
    expect(given(conversation, [started]).when(tag)).toEqual([tagged('refund')]);
    expect(given(conversation, [started, archived('5')]).when(tag)).toEqual([tagged('refund')]);
  });

  it('tagging or untagging a conversation twice is a no-op', () => {
    expect(given(conversation, [started, tagged('refund')]).when(tag)).toEqual([]);
    expect(given(conversation, [started, tagged('refund'), untagged('refund')]).when(untag)).toEqual([]);
  });

  it('tagging is a no-op if the conversation has a tag that was merged into this tag', () => {
    const merged = { ...tag, aliases: ['money back'] };
    expect(given(conversation, [started, tagged('money back')]).when(merged)).toEqual([]);
  });

  it('untagging removes the tag under all ids by which the conversation has it', () => {
    const both = [started, tagged('money back'), tagged('vip'), tagged('refund')];
    expect(given(conversation, both).when(untag)).toEqual([untagged('refund'), untagged('money back')]);
  });

  it('a removed tag can be added again', () => {
    expect(given(conversation, [started, tagged('refund'), untagged('refund')]).when(tag)).toEqual([
      tagged('refund'),
    ]);
  });
});

describe('Assigning a conversation', () => {
  it('assigning gives the conversation to a user', () => {
    expect(given(conversation, [started]).when({ type: 'Assign', to: tom, expected: nobody })).toEqual([
      assignedToTom,
    ]);
  });

  it('assigning to the current assignee is a no-op, whichever assignee the client displayed', () => {
    expect(
      given(conversation, [started, assignedToTom]).when({ type: 'Assign', to: tom, expected: nobody }),
    ).toEqual([]);
  });

  it('assigning is refused if another user was quicker, and the error names the current assignee', () => {
    const { when } = given(conversation, [started, assignedToTom]);
    const refused = expect(() => when({ type: 'Assign', to: eva, expected: nobody }));
    refused.toThrow(
      expect.objectContaining({ code: 'assignment_changed', members: { assignee: tom } }) as Error,
    );
  });

  it('assigning replaces the assignee that the client displayed', () => {
    expect(
      given(conversation, [started, assignedToTom]).when({ type: 'Assign', to: eva, expected: tom }),
    ).toEqual([{ type: 'ConversationAssigned', data: { userId: 'eva', teamId: null } }]);
  });

  it('assigning to no user or team removes the assignee', () => {
    expect(
      given(conversation, [started, assignedToTom]).when({ type: 'Assign', to: nobody, expected: tom }),
    ).toEqual([{ type: 'ConversationUnassigned', data: {} }]);
  });

  it('assigning is refused while the conversation is archived', () => {
    const { when } = given(conversation, [started, archived('5')]);
    expect(() => when({ type: 'Assign', to: tom, expected: nobody })).toThrow('conversation_closed');
  });
});

describe('Archiving a conversation', () => {
  it('archiving removes the assignee if the channel’s setting asks for it', () => {
    const unassigned = { type: 'ConversationUnassigned', data: {} };
    const archive = { type: 'Archive', seenUpTo: '5', unassign: true } as const;
    const byItself = { type: 'AutoArchive', seenUpTo: '5', afterHours: 24, unassign: true } as const;
    const { when } = given(conversation, [started, assignedToTom]);
    expect(when(archive)).toEqual([archived('5'), unassigned]);
    expect(when(byItself)).toEqual([archived('5', 24), unassigned]);
    expect(when({ ...archive, unassign: false })).toEqual([archived('5')]);
    expect(given(conversation, [started]).when(archive)).toEqual([archived('5')]);
  });

  it('archiving records the last message that the user had seen', () => {
    expect(given(conversation, [started]).when({ type: 'Archive', seenUpTo: '5' })).toEqual([archived('5')]);
  });

  it('archiving an archived conversation is a no-op', () => {
    expect(given(conversation, [started, archived('5')]).when({ type: 'Archive', seenUpTo: '7' })).toEqual(
      [],
    );
  });

  it('a message after the last one seen reopens an archived conversation', () => {
    expect(
      given(conversation, [started, archived('5')]).when({ type: 'ReopenForMessage', position: '6' }),
    ).toEqual([{ type: 'ConversationReopened', data: { cause: 'message' } }]);
  });

  it('a message that the archiving user had seen does not reopen the conversation', () => {
    expect(
      given(conversation, [started, archived('5')]).when({ type: 'ReopenForMessage', position: '5' }),
    ).toEqual([]);
  });

  it('a user’s command reopens an archived conversation', () => {
    expect(given(conversation, [started, archived('5')]).when({ type: 'Unarchive' })).toEqual([
      { type: 'ConversationReopened', data: { cause: 'user' } },
    ]);
  });
});

describe('Automatic archiving', () => {
  const command = { type: 'AutoArchive', seenUpTo: '5', afterHours: 24 } as const;

  it('automatic archiving records its number of hours, and a later message reopens the conversation', () => {
    expect(given(conversation, [started]).when(command)).toEqual([archived('5', 24)]);
    const { when } = given(conversation, [started, archived('5', 24)]);
    expect(when({ type: 'ReopenForMessage', position: '6' })).toHaveLength(1);
    expect(when({ type: 'ReopenForMessage', position: '5' })).toEqual([]);
  });

  it('automatic archiving keeps the assignee', () => {
    expect(given(conversation, [started, assignedToTom]).when(command)).toEqual([archived('5', 24)]);
  });

  it('automatic archiving is a no-op if the conversation is archived already', () => {
    expect(given(conversation, [started, archived('4')]).when(command)).toEqual([]);
    expect(given(conversation, [started, archived('5', 24)]).when(command)).toEqual([]);
  });

  it('automatic archiving is a no-op if the conversation was archived at a later position and reopened since', () => {
    const reopened: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'message' } };
    const { when } = given(conversation, [started, archived('6'), reopened]);
    expect(when(command)).toEqual([]);
    expect(when({ ...command, seenUpTo: '8' })).toEqual([archived('8', 24)]);
  });

  it('automatic archiving is refused for a conversation that does not exist', () => {
    expect(() => given(conversation, []).when(command)).toThrow('not_found');
  });
});

describe('The read position', () => {
  const readByTom: ConversationEvent = { type: 'ConversationRead', data: { userId: 'tom', seenUpTo: '5' } };

  it('a read position moves forward only', () => {
    const { when } = given(conversation, [started, readByTom]);
    expect(when({ type: 'MarkRead', userId: 'tom', seenUpTo: '4' })).toEqual([]);
    expect(when({ type: 'MarkRead', userId: 'tom', seenUpTo: '6' })).toHaveLength(1);
  });

  it('a user can mark the conversation unread once, until they read it again', () => {
    const unread: ConversationEvent = {
      type: 'ConversationMarkedUnread',
      data: { userId: 'tom', position: '5' },
    };
    const markUnread = { type: 'MarkUnread', userId: 'tom', position: '5' } as const;
    expect(given(conversation, [started, readByTom]).when(markUnread)).toEqual([unread]);
    expect(given(conversation, [started, readByTom, unread]).when(markUnread)).toEqual([]);
    expect(given(conversation, [started]).when(markUnread)).toEqual([]);
    expect(
      given(conversation, [started, readByTom, unread]).when({
        type: 'MarkRead',
        userId: 'tom',
        seenUpTo: '5',
      }),
    ).toHaveLength(1);
  });

  it('all users share one read position if the channel’s setting asks for it', () => {
    expect(
      given(conversation, [started, readByTom]).when({ type: 'MarkRead', userId: 'eva', seenUpTo: '5' }),
    ).toEqual([]);
  });

  it('each user has their own read position otherwise', () => {
    expect(
      given(conversation, [startedForEach, readByTom]).when({
        type: 'MarkRead',
        userId: 'eva',
        seenUpTo: '5',
      }),
    ).toEqual([{ type: 'ConversationRead', data: { userId: 'eva', seenUpTo: '5' } }]);
  });

  it('each user can mark a conversation unread if read positions are per user, even without a recorded position', () => {
    const unread = (userId: string): ConversationEvent => ({
      type: 'ConversationMarkedUnread',
      data: { userId, position: '5' },
    });
    const markUnread = (userId: string) => ({ type: 'MarkUnread', userId, position: '5' }) as const;
    const read = given(conversation, [startedForEach, readByTom]);
    expect(read.when(markUnread('eva'))).toEqual([unread('eva')]);
    expect(read.when(markUnread('tom'))).toEqual([unread('tom')]);
    const again = given(conversation, [startedForEach, readByTom, unread('eva')]);
    expect(again.when(markUnread('eva'))).toEqual([]);
    expect(again.when({ type: 'MarkRead', userId: 'tom', seenUpTo: '5' })).toEqual([]);
  });
});

describe('Deleting a conversation', () => {
  const remove = { type: 'Delete', seenUpTo: '5', mayDelete: true } as const;
  const deleted: ConversationEvent = {
    type: 'ConversationDeleted',
    data: { seenUpTo: '5', afterDays: null },
  };

  it('deleting requires a channel that allows it', () => {
    expect(given(conversation, [started]).when(remove)).toEqual([deleted]);
    const { when } = given(conversation, [started]);
    expect(() => when({ ...remove, mayDelete: false })).toThrow('conversation_not_deletable');
  });

  it('deleting a deleted conversation is a no-op', () => {
    expect(given(conversation, [started, deleted]).when(remove)).toEqual([]);
  });

  it('the end of the retention period deletes a conversation, whatever the channel allows', () => {
    const expire = { type: 'Expire', seenUpTo: '5', afterDays: 365 } as const;
    const expired = { type: 'ConversationDeleted', data: { seenUpTo: '5', afterDays: 365 } } as const;
    expect(given(conversation, [started]).when(expire)).toEqual([expired]);
    expect(given(conversation, [started, archived('5')]).when(expire)).toEqual([expired]);
    expect(given(conversation, [started, expired]).when(expire)).toEqual([]);
  });

  it('automatic commands to a deleted conversation are no-ops', () => {
    const { when } = given(conversation, [started, deleted]);
    expect(when({ type: 'LeaveTeam', teamId: 'sales' })).toEqual([]);
    expect(when({ type: 'AutoArchive', seenUpTo: '9', afterHours: 24 })).toEqual([]);
  });

  it('users’ commands to a deleted conversation fail as not found', () => {
    const { when } = given(conversation, [started, deleted]);
    expect(() => when({ type: 'Unarchive' })).toThrow(NotFound);
    expect(() => when({ type: 'MarkRead', userId: 'tom', seenUpTo: '9' })).toThrow(NotFound);
    expect(() => when({ type: 'Tag', tagId: 'refund', aliases: [] })).toThrow(NotFound);
  });

  it('a contact can start a deleted conversation again, without its earlier history', () => {
    const before: ConversationEvent[] = [
      started,
      { type: 'ConversationAssigned', data: { userId: 'tom', teamId: null } },
      { type: 'ConversationTagged', data: { tagId: 'refund' } },
      deleted,
    ];
    const start = { type: 'Start', ...started.data } as const;
    expect(given(conversation, before).when(start)).toEqual([started]);
    expect(given(conversation, [...before, started]).state).toEqual(given(conversation, [started]).state);
  });

  it('a message that arrives during the deletion is not lost', () => {
    const { when } = given(conversation, [started, deleted]);
    expect(when({ type: 'ReopenForMessage', position: '5' })).toEqual([]);
    expect(when({ type: 'ReopenForMessage', position: '6' })).toEqual([started]);
  });
});

describe('a note', () => {
  const note = {
    type: 'AddComment',
    commentId: 'n1',
    userId: 'eva',
    text: 'Call her back',
    clientKey: 'key-0001',
  } as const;
  const added = {
    type: 'InternalCommentAdded',
    data: {
      subject: 'ana',
      personal: { text: 'Call her back' },
      commentId: 'n1',
      userId: 'eva',
      clientKey: 'key-0001',
    },
  };

  it('a note is encrypted with the contact’s subject key', () => {
    expect(given(conversation, [started]).when(note)).toEqual([
      { ...added, data: { ...added.data, subject: started.data.contactId } },
    ]);
  });

  it('a note can be added to an archived conversation, and does not reopen it', () => {
    expect(given(conversation, [started, archived('5')]).when(note)).toHaveLength(1);
  });

  it('adding the same note again is a no-op', () => {
    const once = { ...added, data: { ...added.data, subject: started.data.contactId } } as ConversationEvent;
    expect(given(conversation, [started, once]).when(note)).toEqual([]);
  });

  it('a note without a conversation is refused', () => {
    expect(() => given(conversation, []).when(note)).toThrow(NotFound);
  });
});

describe('Joining with another conversation', () => {
  const join = (into: string, messageIds = ['m1']) =>
    ({ type: 'Join', into, messageIds, seenUpTo: '5' }) as const;
  const joined: ConversationEvent = {
    type: 'ConversationJoined',
    data: { into: 'other', messageIds: ['m1'] },
  };
  const reopened: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'user' } };
  const parted: ConversationEvent = {
    type: 'ConversationParted',
    data: { from: 'other', messageIds: ['m1'] },
  };
  const gone = [started, joined, archived('5')];

  it('joining records the moved messages, and archives an open conversation', () => {
    expect(given(conversation, [started]).when(join('other'))).toEqual([joined, archived('5')]);
    expect(given(conversation, [started, archived('5')]).when(join('other'))).toEqual([joined]);
  });

  it('joining again is a no-op, and joining with a second target is refused', () => {
    expect(given(conversation, gone).when(join('other', []))).toEqual([]);
    expect(() => given(conversation, gone).when(join('third'))).toThrow('conversation_joined');
  });

  it('joining is refused without messages to move', () => {
    expect(() => given(conversation, [started]).when(join('other', []))).toThrow('nothing_to_join');
  });

  it('undoing a join works once, and reopens a conversation that was open before', () => {
    expect(given(conversation, gone).when({ type: 'Part' })).toEqual([parted, reopened]);
    expect(given(conversation, [...gone, parted, reopened]).when({ type: 'Part' })).toEqual([]);
    const wasArchived = [started, archived('5'), joined];
    expect(given(conversation, wasArchived).when({ type: 'Part' })).toEqual([parted]);
  });

  it('a joined conversation gets no satisfaction survey', () => {
    const command = { type: 'PlanSurvey', userId: 'tom', now: startedAt } as const;
    expect(given(conversation, gone).when(command)).toEqual([]);
  });

  it('a later message reopens a joined conversation, which can then be joined again', () => {
    expect(given(conversation, gone).when({ type: 'ReopenForMessage', position: '6' })).toEqual([
      reopenedByMessage,
    ]);
    const late = [...gone, reopenedByMessage];
    expect(given(conversation, late).when(join('other', ['m2']))[0]).toMatchObject({
      type: 'ConversationJoined',
    });
  });
  const reopenedByMessage: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'message' } };
});
