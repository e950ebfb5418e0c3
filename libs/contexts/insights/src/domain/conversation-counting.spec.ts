import { broadcastKey } from '@parley/contracts/rules/broadcast-key';
import type {
  BusinessHours,
  ConversationEvent,
  Fact,
  MessageEvent,
  RecordedEvent,
} from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';
import {
  afterConversation,
  afterLoss,
  afterMessage,
  type ChannelHours,
  type ConversationState,
  type Counted,
  type Written,
} from './conversation-counting';

const MINUTE = 60_000;
const open: ChannelHours = { isWhatsApp: true, opening: { businessHours: null, closingDates: [] } };
const said = {
  ...{ subject: id('ana'), personal: null, contentType: 'text' as const },
  ...{ conversationId: id('chat'), channelId: id('whatsapp'), contactId: id('ana') },
};

/** A conversation from Monday 4 May 2026, 09:00 UTC on, with times in minutes since then. */
class Story {
  private readonly history = new History();
  private state: ConversationState | null = null;
  private facts: Counted[] = [];

  constructor(private readonly channel = open) {}

  private tell(stream: string, fact: Fact, minute: number, by?: string): RecordedEvent {
    const time = new Date(Date.UTC(2026, 4, 4, 9) + minute * MINUTE).toISOString();
    const actor = by ? { type: 'user' as const, id: id(by) } : { type: 'system' as const, id: 'test' };
    return this.history.add(stream, fact, { time, actor });
  }

  about(fact: ConversationEvent, minute: number, by?: string): this {
    const event = this.tell(`conversation-${id('chat')}`, fact, minute, by);
    return this.keep(afterConversation(this.state, event as RecordedEvent & ConversationEvent));
  }

  start(minute = 0): this {
    const data = { contactId: id('ana'), channelId: id('whatsapp'), readForAll: true, startedAt: at(minute) };
    return this.about({ type: 'ConversationStarted', data }, minute);
  }

  archive(minute: number, by?: string): this {
    const data = { seenUpTo: '9'.repeat(20), afterHours: by ? null : 4 };
    return this.about({ type: 'ConversationArchived', data }, minute, by);
  }

  write(message: string, fact: MessageEvent, minute: number, by?: string): this {
    const event = this.tell(`message-${id(message)}`, fact, minute, by);
    return this.keep(afterMessage(this.state!, event as Written, this.channel));
  }

  receive(message: string, minute: number, { written = minute, isAutomatic = false } = {}): this {
    const data = { ...said, providerTime: at(written), isAutomatic };
    return this.write(message, { type: 'MessageReceived', data }, minute);
  }

  send(message: string, minute: number, by?: string, clientKey = message): this {
    return this.write(message, { type: 'MessageQueued', data: { ...said, clientKey } }, minute, by);
  }

  decline(message: string): this {
    return this.keep(afterLoss(this.state!, id(message), 'MessageDeclined'));
  }

  /** The values of a measure, in minutes. */
  minutes(measure: Counted['measure']): number[] {
    return this.of(measure).map(({ value }) => value / MINUTE);
  }

  of(measure: Counted['measure']): Counted[] {
    return this.facts.filter((fact) => fact.measure === measure);
  }

  private keep(counting: ReturnType<typeof afterConversation>): this {
    if (!counting) return this;
    this.state = counting.state;
    for (const { sourceId, number, measure } of counting.removed) {
      this.facts = this.facts.filter(
        (fact) =>
          fact.sourceId !== sourceId ||
          (number !== undefined && fact.number !== number) ||
          (measure !== undefined && fact.measure !== measure),
      );
    }
    this.facts.push(...counting.added);
    return this;
  }
}

function at(minute: number): string {
  return new Date(Date.UTC(2026, 4, 4, 9) + minute * MINUTE).toISOString();
}

test('measures the first reply from the first message, and each later one from the first unanswered message', () => {
  const story = new Story()
    .start()
    .receive('a', 0)
    .receive('b', 3)
    .send('c', 10, 'tom')
    .receive('d', 20)
    .send('e', 25, 'lee');
  expect(story.minutes('first_reply')).toEqual([10]);
  expect(story.minutes('response_out')).toEqual([10, 5]);
  expect(story.minutes('response_in')).toEqual([10]);
  expect(story.of('first_reply').map(({ userId }) => userId)).toEqual([id('tom')]);
});

test('counts automatic messages as messages, but not as replies', () => {
  const story = new Story().start().receive('a', 0).send('welcome', 1).send('c', 10, 'tom');
  expect(story.of('message_out')).toHaveLength(2);
  expect(story.minutes('first_reply')).toEqual([10]);
});

test('counts broadcasts and their tests as messages, but not as replies, regardless of the sender', () => {
  const story = new Story()
    .start()
    .receive('a', 0)
    .send('trial', 1, 'tom', broadcastKey('trial'))
    // A client key in the form that earlier releases wrote.
    .send('again', 2, 'tom', 'broadcast/2')
    .send('c', 10, 'tom');
  expect(story.of('message_out')).toHaveLength(3);
  expect([story.minutes('first_reply'), story.minutes('response_out')]).toEqual([[10], [10]]);
});

test('a conversation that a broadcast began counts as resolved by no agent, and as opened when its contact replies', () => {
  const quiet = { type: 'ConversationArchived', data: { seenUpTo: '', afterHours: null } } as const;
  const story = new Story().start().about(quiet, 0, 'tom').send('news', 0, undefined, 'broadcast/1');
  for (const measure of ['resolved', 'settled', 'resolve_time', 'resolve_time_any'] as const)
    expect(story.of(measure)).toEqual([]);
  expect([story.of('opened').length, story.of('closed').length]).toEqual([1, 1]);
  expect(story.of('begun_archived')).toHaveLength(1);
  story.receive('a', 60).about({ type: 'ConversationReopened', data: { cause: 'message' } }, 61);
  expect(story.of('reopened')).toEqual([]);
  story.send('b', 66, 'tom').archive(90, 'tom');
  expect([story.minutes('first_reply'), story.minutes('resolve_time')]).toEqual([[6], [30]]);
  story.about({ type: 'ConversationReopened', data: { cause: 'user' } }, 100);
  expect(story.of('reopened')).toHaveLength(1);
});

test('counts a reply in the provider’s own app as a reply without an agent', () => {
  const story = new Story().start().receive('a', 0);
  story.write('c', { type: 'MessageEchoed', data: { ...said, providerTime: at(7) } }, 8);
  expect(story.minutes('first_reply')).toEqual([7]);
});

test('removes a declined reply, and counts the next one as the first reply', () => {
  const story = new Story().start().receive('a', 0).send('c', 2, 'tom').decline('c').send('d', 9, 'tom');
  expect(story.of('message_out')).toHaveLength(1);
  expect(story.minutes('first_reply')).toEqual([9]);
  expect(story.minutes('response_out')).toEqual([9]);
});

test('counts a conversation as settled unless it is reopened within seven days', () => {
  const story = new Story().start().receive('a', 0).archive(30, 'tom').receive('c', 60);
  expect(story.of('settled')).toHaveLength(1);
  story.about({ type: 'ConversationReopened', data: { cause: 'message' } }, 61);
  expect([story.of('settled').length, story.of('resolved').length]).toEqual([0, 1]);
  story.archive(90, 'tom');
  story.about({ type: 'ConversationReopened', data: { cause: 'message' } }, 90 + 8 * 24 * 60);
  expect([story.of('settled').length, story.of('resolved').length]).toEqual([1, 2]);
});

test('attributes a missed SLA target to the assignee at that time', () => {
  const told = { clock: 'resolve', policyId: id('gold'), since: at(0), dueAt: at(5) } as const;
  const story = new Story().start().receive('a', 0);
  story.about({ type: 'ConversationAssigned', data: { userId: id('tom'), teamId: null } }, 1, 'tom');
  story.about({ type: 'SlaBreached', data: told }, 5);
  expect(story.of('sla_breached')).toMatchObject([{ userId: id('tom'), at: at(5) }]);
});

test('measures no reply to an automatic message', () => {
  const story = new Story().start().receive('bounce', 0, { isAutomatic: true }).send('c', 5, 'tom');
  expect(story.of('message_in')).toHaveLength(1);
  expect(story.of('first_reply')).toEqual([]);
});

test('measures first reply and resolve time again after a reopening, from the message that caused it', () => {
  const story = new Story().start().receive('a', 0).send('b', 4, 'tom').archive(30, 'tom').receive('c', 60);
  story.about({ type: 'ConversationReopened', data: { cause: 'message' } }, 61);
  story.send('d', 66, 'lee').archive(90, 'lee');
  expect(story.minutes('first_reply')).toEqual([4, 6]);
  expect(story.minutes('resolve_time')).toEqual([30, 30]);
  expect([story.of('opened').length, story.of('reopened').length]).toEqual([2, 1]);
});

test('attributes an automatic archiving to the assignee, without a resolve time of agents', () => {
  const story = new Story().start();
  story
    .about({ type: 'ConversationAssigned', data: { userId: id('tom'), teamId: null } }, 1, 'tom')
    .archive(240);
  expect(story.of('resolved').map(({ userId }) => userId)).toEqual([id('tom')]);
  expect(story.minutes('resolve_time')).toEqual([]);
  expect(story.minutes('resolve_time_any')).toEqual([240]);
});

test('counts a change of assignee as a transfer, but not taking or returning a conversation', () => {
  const story = new Story().start();
  const to = (userId: string | null, teamId: string | null): ConversationEvent => ({
    type: 'ConversationAssigned',
    data: { userId: userId && id(userId), teamId: teamId && id(teamId) },
  });
  story.about(to('tom', null), 1).about({ type: 'ConversationUnassigned', data: {} }, 2);
  expect(story.of('transferred')).toEqual([]);
  story.about(to('tom', null), 3).about(to('lee', null), 4).about(to(null, 'sales'), 5);
  expect(story.of('transferred')).toHaveLength(2);
});

test('counts only business hours in the measures of business hours', () => {
  const nine = [{ from: '09:00', to: '17:00' }];
  const days = { mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] };
  const businessHours: BusinessHours = { timeZone: 'UTC', days };
  const story = new Story({ isWhatsApp: true, opening: { businessHours, closingDates: [] } });
  // The contact waits from an hour before closing until half an hour after the next opening.
  story
    .start(7 * 60)
    .receive('a', 7 * 60)
    .send('b', 24 * 60 + 30, 'tom');
  expect(story.minutes('first_reply')).toEqual([17 * 60 + 30]);
  expect(story.minutes('first_reply_business')).toEqual([90]);
});

test('keeps the counts of a deleted conversation, which is no longer open', () => {
  const story = new Story().start().receive('a', 0);
  story.about({ type: 'ConversationDeleted', data: { seenUpTo: '', afterDays: null } }, 5);
  expect(story.of('message_in')).toHaveLength(1);
  expect([story.of('opened').length, story.of('closed').length, story.of('resolved').length]).toEqual([
    1, 1, 0,
  ]);
});

test('counts a late message at its own time, and measures no negative durations', () => {
  const story = new Story().start().send('a', 10, 'tom').receive('b', 30, { written: 5 });
  expect(story.of('message_in').map((fact) => fact.at)).toEqual([at(5)]);
  expect(story.minutes('response_in')).toEqual([0]);
});

test('removes the count of a removed tag', () => {
  const tagId = id('refund');
  const story = new Story().start().about({ type: 'ConversationTagged', data: { tagId } }, 1);
  expect(story.of('tagged')).toHaveLength(1);
  story.about({ type: 'ConversationUntagged', data: { tagId } }, 2);
  expect(story.of('tagged')).toEqual([]);
});

test('does not count a merge as resolved, nor an unmerge as reopened', () => {
  const messageIds = [id('a')];
  const story = new Story()
    .start()
    .receive('a', 0)
    .about({ type: 'ConversationJoined', data: { into: id('other'), messageIds } }, 5, 'tom')
    .archive(5, 'tom');
  expect(story.minutes('closed')).toEqual([5]);
  story
    .about({ type: 'ConversationParted', data: { from: id('other'), messageIds } }, 8, 'tom')
    .about({ type: 'ConversationReopened', data: { cause: 'user' } }, 8, 'tom');
  expect(story.of('opened')).toHaveLength(2);
  for (const measure of ['resolved', 'settled', 'resolve_time', 'resolve_time_any', 'reopened'] as const) {
    expect(story.of(measure)).toEqual([]);
  }
  story.archive(9, 'tom').about({ type: 'ConversationReopened', data: { cause: 'user' } }, 10, 'tom');
  expect(['resolved', 'reopened'].map((measure) => story.of(measure as 'resolved').length)).toEqual([1, 1]);
});

test('uses the time of receipt for an e-mail that is dated 1970', () => {
  const data = {
    ...said,
    contentType: 'email' as const,
    providerTime: '1970-01-01T00:00:00.000Z',
    isAutomatic: false,
  };
  const story = new Story()
    .start()
    .write('old', { type: 'MessageReceived', data }, 5)
    .send('answer', 12, 'tom');
  expect(story.minutes('response_out')).toEqual([7]);
});
