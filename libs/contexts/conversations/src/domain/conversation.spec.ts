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

describe('Starting', () => {
  it('records contact and channel', () => {
    const command = { type: 'Start', ...started.data } as const;
    expect(given(conversation, []).when(command)).toEqual([started]);
  });

  it('is done once', () => {
    const command = { type: 'Start', ...started.data } as const;
    expect(given(conversation, [started]).when(command)).toEqual([]);
  });

  it('comes before everything else', () => {
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

  it('begins the conversation, and has it at once where they want it', () => {
    expect(given(conversation, []).when(writeFirst(null))).toEqual([started]);
    expect(given(conversation, []).when(writeFirst('eva'))).toEqual([started, assignedToEva]);
  });

  it('opens a closed one again, which is no longer of who had it', () => {
    const closed = [started, assignedToTom, archived('5')];
    const reopened = { type: 'ConversationReopened', data: { cause: 'user' } };
    const unassigned = { type: 'ConversationUnassigned', data: {} };
    expect(given(conversation, closed).when(writeFirst(null))).toEqual([reopened, unassigned]);
    expect(given(conversation, closed).when(writeFirst('eva'))).toEqual([reopened, assignedToEva]);
  });

  it('joins an open one that nobody has, and does not take it from a colleague', () => {
    expect(given(conversation, [started]).when(writeFirst(null))).toEqual([]);
    expect(given(conversation, [started]).when(writeFirst('eva'))).toEqual([assignedToEva]);
    expect(() => given(conversation, [started, assignedToTom]).when(writeFirst('eva'))).toThrow(
      'conversation_with_colleague',
    );
  });

  it('is the same the second time', () => {
    expect(given(conversation, [started, assignedToEva]).when(writeFirst('eva'))).toEqual([]);
    expect(given(conversation, [started]).when(writeFirst(null))).toEqual([]);
  });
});

describe('Snoozing', () => {
  const until = '2026-05-02T07:00:00.000Z';
  const snoozed = (to: string | null, seenUpTo = '5'): ConversationEvent => ({
    type: 'ConversationSnoozed',
    data: { until: to, seenUpTo, userId: 'tom' },
  });
  const snooze = (to: string | null, now = startedAt) =>
    ({ type: 'Snooze', until: to, seenUpTo: '5', userId: 'tom', now }) as const;
  const woken = (cause: 'time' | 'message' | 'user') => ({ type: 'ConversationWoken', data: { cause } });

  it('lasts until a time that is to come, or until the contact writes', () => {
    expect(given(conversation, [started]).when(snooze(until))).toEqual([snoozed(until)]);
    expect(given(conversation, [started]).when(snooze(null))).toEqual([snoozed(null)]);
    expect(() => given(conversation, [started]).when(snooze(until, until))).toThrow('time_passed');
  });

  it('is the same the second time, and another time is another', () => {
    expect(given(conversation, [started, snoozed(until)]).when(snooze(until))).toEqual([]);
    expect(given(conversation, [started, snoozed(until)]).when(snooze(null))).toEqual([snoozed(null)]);
  });

  it('is not for what is archived, and archiving ends it', () => {
    expect(() => given(conversation, [started, archived('5')]).when(snooze(until))).toThrow(
      'conversation_closed',
    );
    const later = [started, snoozed(until), archived('5')];
    expect(given(conversation, later).when({ type: 'Wake', at: until })).toEqual([]);
  });

  it('ends at its time, and not at one that it had before', () => {
    const wake = { type: 'Wake', at: until } as const;
    expect(given(conversation, [started, snoozed(until)]).when(wake)).toEqual([woken('time')]);
    expect(given(conversation, [started, snoozed(until), snoozed(null)]).when(wake)).toEqual([]);
  });

  it('ends when somebody wants it back, once', () => {
    const wake = { type: 'Wake', at: null } as const;
    expect(given(conversation, [started, snoozed(null)]).when(wake)).toEqual([woken('user')]);
    expect(given(conversation, [started]).when(wake)).toEqual([]);
  });

  it('ends with a message that nobody had seen', () => {
    const message = (position: string) => ({ type: 'ReopenForMessage', position }) as const;
    expect(given(conversation, [started, snoozed(until)]).when(message('6'))).toEqual([woken('message')]);
    expect(given(conversation, [started, snoozed(until)]).when(message('5'))).toEqual([]);
  });
});

describe('A team that is no more', () => {
  const leave = { type: 'LeaveTeam', teamId: 'sales' } as const;
  const assigned = (userId: string | null, teamId: string | null): ConversationEvent => ({
    type: 'ConversationAssigned',
    data: { userId, teamId },
  });

  it('leaves its conversations to nobody, or to the user who has them', () => {
    expect(given(conversation, [started, assigned(null, 'sales')]).when(leave)).toEqual([
      { type: 'ConversationUnassigned', data: {} },
    ]);
    expect(given(conversation, [started, assigned('tom', 'sales')]).when(leave)).toEqual([assignedToTom]);
  });

  it('leaves archived ones, too, which may come back', () => {
    expect(given(conversation, [started, assigned(null, 'sales'), archived('5')]).when(leave)).toEqual([
      { type: 'ConversationUnassigned', data: {} },
    ]);
  });

  it('leaves what another team took over meanwhile, and what it left already', () => {
    expect(given(conversation, [started, assigned(null, 'support')]).when(leave)).toEqual([]);
    expect(given(conversation, [started, assignedToTom]).when(leave)).toEqual([]);
  });
});

describe('Tagging', () => {
  const tag = { type: 'Tag', tagId: 'refund', aliases: [] } as const;
  const untag = { type: 'Untag', tagId: 'refund', aliases: ['money back'] } as const;
  const tagged = (tagId: string): ConversationEvent => ({ type: 'ConversationTagged', data: { tagId } });
  const untagged = (tagId: string): ConversationEvent => ({ type: 'ConversationUntagged', data: { tagId } });

  it('records the tag, also on what is archived', () => {
    expect(given(conversation, [started]).when(tag)).toEqual([tagged('refund')]);
    expect(given(conversation, [started, archived('5')]).when(tag)).toEqual([tagged('refund')]);
  });

  it('twice is once, and so is taking it off twice', () => {
    expect(given(conversation, [started, tagged('refund')]).when(tag)).toEqual([]);
    expect(given(conversation, [started, tagged('refund'), untagged('refund')]).when(untag)).toEqual([]);
  });

  it('is done already where it bears one that was merged into the tag', () => {
    const merged = { ...tag, aliases: ['money back'] };
    expect(given(conversation, [started, tagged('money back')]).when(merged)).toEqual([]);
  });

  it('comes off under every id that it was put there with', () => {
    const both = [started, tagged('money back'), tagged('vip'), tagged('refund')];
    expect(given(conversation, both).when(untag)).toEqual([untagged('refund'), untagged('money back')]);
  });

  it('can be done again once it was taken off', () => {
    expect(given(conversation, [started, tagged('refund'), untagged('refund')]).when(tag)).toEqual([
      tagged('refund'),
    ]);
  });
});

describe('Assigning', () => {
  it('gives it to a user', () => {
    expect(given(conversation, [started]).when({ type: 'Assign', to: tom, expected: nobody })).toEqual([
      assignedToTom,
    ]);
  });

  it('to whom it is assigned already changes nothing, whatever the client saw', () => {
    expect(
      given(conversation, [started, assignedToTom]).when({ type: 'Assign', to: tom, expected: nobody }),
    ).toEqual([]);
  });

  it('is refused when somebody else was quicker, and says who', () => {
    const { when } = given(conversation, [started, assignedToTom]);
    const refused = expect(() => when({ type: 'Assign', to: eva, expected: nobody }));
    refused.toThrow(
      expect.objectContaining({ code: 'assignment_changed', members: { assignee: tom } }) as Error,
    );
  });

  it('takes over from the assignee that the client saw', () => {
    expect(
      given(conversation, [started, assignedToTom]).when({ type: 'Assign', to: eva, expected: tom }),
    ).toEqual([{ type: 'ConversationAssigned', data: { userId: 'eva', teamId: null } }]);
  });

  it('to nobody unassigns', () => {
    expect(
      given(conversation, [started, assignedToTom]).when({ type: 'Assign', to: nobody, expected: tom }),
    ).toEqual([{ type: 'ConversationUnassigned', data: {} }]);
  });

  it('is refused in the archive', () => {
    const { when } = given(conversation, [started, archived('5')]);
    expect(() => when({ type: 'Assign', to: tom, expected: nobody })).toThrow('conversation_closed');
  });
});

describe('Archiving', () => {
  it('leaves it to nobody where its channel wants that', () => {
    const unassigned = { type: 'ConversationUnassigned', data: {} };
    const archive = { type: 'Archive', seenUpTo: '5', unassign: true } as const;
    const byItself = { type: 'AutoArchive', seenUpTo: '5', afterHours: 24, unassign: true } as const;
    const { when } = given(conversation, [started, assignedToTom]);
    expect(when(archive)).toEqual([archived('5'), unassigned]);
    expect(when(byItself)).toEqual([archived('5', 24), unassigned]);
    expect(when({ ...archive, unassign: false })).toEqual([archived('5')]);
    expect(given(conversation, [started]).when(archive)).toEqual([archived('5')]);
  });

  it('remembers the last message that was seen', () => {
    expect(given(conversation, [started]).when({ type: 'Archive', seenUpTo: '5' })).toEqual([archived('5')]);
  });

  it('twice is once', () => {
    expect(given(conversation, [started, archived('5')]).when({ type: 'Archive', seenUpTo: '7' })).toEqual(
      [],
    );
  });

  it('is undone by a message beyond what was seen', () => {
    expect(
      given(conversation, [started, archived('5')]).when({ type: 'ReopenForMessage', position: '6' }),
    ).toEqual([{ type: 'ConversationReopened', data: { cause: 'message' } }]);
  });

  it('is not undone by a message that was seen', () => {
    expect(
      given(conversation, [started, archived('5')]).when({ type: 'ReopenForMessage', position: '5' }),
    ).toEqual([]);
  });

  it('can be undone by hand', () => {
    expect(given(conversation, [started, archived('5')]).when({ type: 'Unarchive' })).toEqual([
      { type: 'ConversationReopened', data: { cause: 'user' } },
    ]);
  });
});

describe('Archiving after so many hours', () => {
  const command = { type: 'AutoArchive', seenUpTo: '5', afterHours: 24 } as const;

  it('says after how many, and a later message undoes it', () => {
    expect(given(conversation, [started]).when(command)).toEqual([archived('5', 24)]);
    const { when } = given(conversation, [started, archived('5', 24)]);
    expect(when({ type: 'ReopenForMessage', position: '6' })).toHaveLength(1);
    expect(when({ type: 'ReopenForMessage', position: '5' })).toEqual([]);
  });

  it('leaves alone who it belongs to and what is unread', () => {
    expect(given(conversation, [started, assignedToTom]).when(command)).toEqual([archived('5', 24)]);
  });

  it('is not needed in the archive, and twice is once', () => {
    expect(given(conversation, [started, archived('4')]).when(command)).toEqual([]);
    expect(given(conversation, [started, archived('5', 24)]).when(command)).toEqual([]);
  });

  it('does not undo that it was opened again since', () => {
    const reopened: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'message' } };
    const { when } = given(conversation, [started, archived('6'), reopened]);
    expect(when(command)).toEqual([]);
    expect(when({ ...command, seenUpTo: '8' })).toEqual([archived('8', 24)]);
  });

  it('of a conversation that is not there is refused', () => {
    expect(() => given(conversation, []).when(command)).toThrow('not_found');
  });
});

describe('Reading', () => {
  const readByTom: ConversationEvent = { type: 'ConversationRead', data: { userId: 'tom', seenUpTo: '5' } };

  it('moves forward only', () => {
    const { when } = given(conversation, [started, readByTom]);
    expect(when({ type: 'MarkRead', userId: 'tom', seenUpTo: '4' })).toEqual([]);
    expect(when({ type: 'MarkRead', userId: 'tom', seenUpTo: '6' })).toHaveLength(1);
  });

  it('can be taken back, until it is read again', () => {
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

  it('reads for everyone where the channel says so', () => {
    expect(
      given(conversation, [started, readByTom]).when({ type: 'MarkRead', userId: 'eva', seenUpTo: '5' }),
    ).toEqual([]);
  });

  it('is each user’s own otherwise', () => {
    expect(
      given(conversation, [startedForEach, readByTom]).when({
        type: 'MarkRead',
        userId: 'eva',
        seenUpTo: '5',
      }),
    ).toEqual([{ type: 'ConversationRead', data: { userId: 'eva', seenUpTo: '5' } }]);
  });

  it('is taken back by each for themselves then, also of what they never said they had read', () => {
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

describe('Deleting', () => {
  const remove = { type: 'Delete', seenUpTo: '5', mayDelete: true } as const;
  const deleted: ConversationEvent = {
    type: 'ConversationDeleted',
    data: { seenUpTo: '5', afterDays: null },
  };

  it('takes a channel that allows it', () => {
    expect(given(conversation, [started]).when(remove)).toEqual([deleted]);
    const { when } = given(conversation, [started]);
    expect(() => when({ ...remove, mayDelete: false })).toThrow('conversation_not_deletable');
  });

  it('twice is once', () => {
    expect(given(conversation, [started, deleted]).when(remove)).toEqual([]);
  });

  it('happens by itself after as many days as its organisation keeps it, whatever its channel allows', () => {
    const expire = { type: 'Expire', seenUpTo: '5', afterDays: 365 } as const;
    const expired = { type: 'ConversationDeleted', data: { seenUpTo: '5', afterDays: 365 } } as const;
    expect(given(conversation, [started]).when(expire)).toEqual([expired]);
    expect(given(conversation, [started, archived('5')]).when(expire)).toEqual([expired]);
    expect(given(conversation, [started, expired]).when(expire)).toEqual([]);
  });

  it('leaves nothing to do for what happens by itself', () => {
    const { when } = given(conversation, [started, deleted]);
    expect(when({ type: 'LeaveTeam', teamId: 'sales' })).toEqual([]);
    expect(when({ type: 'AutoArchive', seenUpTo: '9', afterHours: 24 })).toEqual([]);
  });

  it('leaves nothing that could be acted upon', () => {
    const { when } = given(conversation, [started, deleted]);
    expect(() => when({ type: 'Unarchive' })).toThrow(NotFound);
    expect(() => when({ type: 'MarkRead', userId: 'tom', seenUpTo: '9' })).toThrow(NotFound);
    expect(() => when({ type: 'Tag', tagId: 'refund', aliases: [] })).toThrow(NotFound);
  });

  it('lets the contact begin anew, as if nothing had been', () => {
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

  it('does not swallow a message that came meanwhile', () => {
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

  it('is about the contact, and is forgotten with them', () => {
    expect(given(conversation, [started]).when(note)).toEqual([
      { ...added, data: { ...added.data, subject: started.data.contactId } },
    ]);
  });

  it('can be left also where nobody may answer, and reopens nothing', () => {
    expect(given(conversation, [started, archived('5')]).when(note)).toHaveLength(1);
  });

  it('twice is once', () => {
    const once = { ...added, data: { ...added.data, subject: started.data.contactId } } as ConversationEvent;
    expect(given(conversation, [started, once]).when(note)).toEqual([]);
  });

  it('needs a conversation', () => {
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

  it('names what goes, and archives what is left', () => {
    expect(given(conversation, [started]).when(join('other'))).toEqual([joined, archived('5')]);
    expect(given(conversation, [started, archived('5')]).when(join('other'))).toEqual([joined]);
  });

  it('twice is once, and the first who joins it wins', () => {
    expect(given(conversation, gone).when(join('other', []))).toEqual([]);
    expect(() => given(conversation, gone).when(join('third'))).toThrow('conversation_joined');
  });

  it('needs something that goes', () => {
    expect(() => given(conversation, [started]).when(join('other', []))).toThrow('nothing_to_join');
  });

  it('is taken back once, and opens again what was open', () => {
    expect(given(conversation, gone).when({ type: 'Part' })).toEqual([parted, reopened]);
    expect(given(conversation, [...gone, parted, reopened]).when({ type: 'Part' })).toEqual([]);
    const wasArchived = [started, archived('5'), joined];
    expect(given(conversation, wasArchived).when({ type: 'Part' })).toEqual([parted]);
  });

  it('asks nobody how it was', () => {
    const command = { type: 'PlanSurvey', userId: 'tom', now: startedAt } as const;
    expect(given(conversation, gone).when(command)).toEqual([]);
  });

  it('lets what it had not seen open it again, to follow the others', () => {
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
