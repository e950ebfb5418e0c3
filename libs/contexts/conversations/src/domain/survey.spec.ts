import type { ConversationEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { conversation, type ConversationCommand } from './conversation';
import { ratingIn, type Said } from './survey';

const now = '2026-05-01T10:00:00.000Z';
const at = '2026-05-01T10:00:10.000Z';
const whose = { userId: 'tom', teamId: null };
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { contactId: 'ana', channelId: 'whatsapp', readForAll: true, startedAt: now },
};
const archived: ConversationEvent = {
  type: 'ConversationArchived',
  data: { seenUpTo: '5', afterHours: null },
};
const planned: ConversationEvent = { type: 'SurveyPlanned', data: { at, ...whose } };
const asked: ConversationEvent = { type: 'SurveyAsked', data: { messageId: 'question', ...whose } };
const rated = (score: number): ConversationEvent => ({
  type: 'SurveyAnswered',
  data: { messageId: 'answer', position: '7', score, ...whose },
});
const commented: ConversationEvent = {
  type: 'SurveyCommented',
  data: { messageId: 'answer', position: '7' },
};
const reopened: ConversationEvent = { type: 'ConversationReopened', data: { cause: 'message' } };
const plan = (time = now) => ({ type: 'PlanSurvey', userId: 'tom', now: time }) as const;
const write = (said: Partial<Said>, position = '7'): ConversationCommand => ({
  type: 'ReopenForMessage',
  position,
  said: { messageId: 'answer', at, score: null, hasWords: false, ...said },
});

describe('A survey', () => {
  it('a survey is planned once per archiving, after a delay', () => {
    expect(given(conversation, [started, archived]).when(plan())).toEqual([planned]);
    expect(given(conversation, [started, archived, planned]).when(plan())).toEqual([]);
    expect(given(conversation, [started]).when(plan())).toEqual([]);
  });

  it('a survey is attributed to the user who archived, or else to the last assignee', () => {
    const assigned: ConversationEvent = {
      type: 'ConversationAssigned',
      data: { userId: 'eva', teamId: 'sales' },
    };
    const byItself = { ...plan(), userId: null };
    expect(given(conversation, [started, assigned, archived]).when(byItself)).toEqual([
      { type: 'SurveyPlanned', data: { at, userId: 'eva', teamId: 'sales' } },
    ]);
  });

  it('a survey is recorded once, with its message or with the reason why it was skipped', () => {
    const history = [started, archived, planned];
    const tell = { type: 'TellSurvey', at, outcome: { messageId: 'question' } } as const;
    expect(given(conversation, history).when(tell)).toEqual([asked]);
    expect(given(conversation, [...history, asked]).when(tell)).toEqual([]);
    expect(given(conversation, [...history, reopened]).when(tell)).toEqual([]);
    expect(given(conversation, history).when({ ...tell, outcome: { reason: 'window_closed' } })).toEqual([
      { type: 'SurveySkipped', data: { reason: 'window_closed' } },
    ]);
  });

  it('a survey is planned at most once a day; a planned survey that was never sent does not count', () => {
    const again = [started, archived, planned, asked, reopened, archived];
    expect(given(conversation, again).when(plan('2026-05-02T09:00:00.000Z'))).toEqual([
      { type: 'SurveySkipped', data: { reason: 'asked_lately' } },
    ]);
    expect(given(conversation, again).when(plan('2026-05-02T11:00:00.000Z'))).toHaveLength(1);
    expect(given(conversation, [started, archived, planned, reopened, archived]).when(plan())).toEqual([
      planned,
    ]);
  });
});

describe('An answer to a survey', () => {
  const waiting = [started, archived, planned, asked];

  it('a rating alone leaves the conversation archived', () => {
    expect(given(conversation, waiting).when(write({ score: 2 }))).toEqual([rated(2)]);
  });

  it('a rating is counted once if it is delivered twice', () => {
    expect(given(conversation, [...waiting, rated(2)]).when(write({ score: 2 }))).toEqual([]);
  });

  it('a low rating with a comment reopens the conversation', () => {
    expect(given(conversation, waiting).when(write({ score: 5, hasWords: true }))).toEqual([
      rated(5),
      commented,
    ]);
    expect(given(conversation, waiting).when(write({ score: 3, hasWords: true }))).toEqual([
      rated(3),
      commented,
      reopened,
    ]);
  });

  it('a comment after a rating reopens the conversation; a second rating is an ordinary message', () => {
    const history = [...waiting, rated(5)];
    const comment = { type: 'SurveyCommented', data: { messageId: 'answer', position: '8' } };
    expect(given(conversation, history).when(write({ hasWords: true }, '8'))).toEqual([comment, reopened]);
    expect(given(conversation, history).when(write({ score: 1 }, '8'))).toEqual([reopened]);
  });

  it('a number before the survey was sent, or days later, is an ordinary message', () => {
    expect(given(conversation, [started, archived, planned]).when(write({ score: 5 }))).toEqual([reopened]);
    expect(given(conversation, waiting).when(write({ score: 5, at: '2026-05-04T10:00:11.000Z' }))).toEqual([
      reopened,
    ]);
  });

  it('a rating is recorded once, and routing rules do not run for it', () => {
    const decision = { messageId: 'answer', position: '7', done: [], left: [], matched: [] } as never;
    const said = { messageId: 'answer', at, score: 5, hasWords: false };
    expect(given(conversation, waiting).when({ type: 'Route', decision, said })).toEqual([rated(5)]);
    expect(given(conversation, [...waiting, rated(5)]).when({ type: 'Route', decision, said })).toEqual([]);
  });
});

test.each([
  ['5', 5, false],
  [' 4. ', 4, false],
  ['3/5', 3, false],
  ['4 / 5', 4, false],
  ['5️⃣', 5, false],
  ['⭐⭐⭐⭐', 4, false],
  ['5 👍', 5, false],
  ['5, thanks!', 5, true],
  ['1\nNobody helped', 1, true],
  ['⭐ never again', 1, true],
  ['4 parcels are missing', null, true],
  ['10', null, true],
  ['0', null, true],
  ['6', null, true],
  ['1/2 is missing', null, true],
  ['⭐⭐⭐⭐⭐⭐', null, true],
  ['Thank you', null, true],
  ['', null, false],
])('ratingIn of %j is %s', (text, score, hasWords) => {
  expect(ratingIn(text)).toEqual({ score, hasWords });
});
