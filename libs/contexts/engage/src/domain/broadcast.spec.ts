import {
  emptyTemplate,
  type BroadcastContent,
  type BroadcastEvent,
  type DataOf,
} from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { broadcast, emptyBroadcast } from './broadcast';
import { isOptOut } from './opt-out';
import { zoneOfPhone } from './zones';

const content: BroadcastContent = {
  ...emptyBroadcast,
  ...{ name: 'Sale', templateId: 't', listId: 'l', channelId: 'c' },
};
const template = {
  ...{ id: 't', externalId: null, name: 'sale', language: 'en', attachment: null },
  ...({ category: 'marketing', content: emptyTemplate } as const),
};
const start: DataOf<'BroadcastStarted'> = {
  ...{ from: '2026-11-24T08:00:00.000Z', timeZone: 'UTC', consent: 'agreed' },
  ...{ quietHours: { isOn: false, from: '21:00', until: '08:00' }, template, other: null, repeats: null },
};
const drafted: BroadcastEvent = { type: 'BroadcastDrafted', data: content };
const started: BroadcastEvent = { type: 'BroadcastStarted', data: start };
const fact = <T extends BroadcastEvent['type']>(type: T) => ({ type, data: {} }) as BroadcastEvent;

describe('a draft', () => {
  test('a draft stores its changes, and records nothing if nothing differs', () => {
    const change = { type: 'Change', changes: { name: 'Spring sale' } } as const;
    const changed = { type: 'BroadcastChanged', data: { ...content, name: 'Spring sale' } };
    expect(given(broadcast, [drafted]).when(change)).toEqual([changed]);
    expect(given(broadcast, [drafted, changed as BroadcastEvent]).when(change)).toEqual([]);
  });

  test.each([
    ['template', { templateId: null }],
    ['list', { listId: null }],
    ['channel', { channelId: null }],
    ['name', { name: '  ' }],
    ['replies', { replies: { to: 'team', id: null } }],
    ['repeat', { repeat: { every: 'date', attributeId: null } }],
  ] as const)('a draft cannot be started without its %s', (step, lacks) => {
    const incomplete: BroadcastEvent = { type: 'BroadcastDrafted', data: { ...content, ...lacks } };
    expect(() => given(broadcast, [incomplete]).when({ type: 'Start', ...start })).toThrow(
      expect.objectContaining({ code: 'broadcast_incomplete', detail: step }) as Error,
    );
  });

  test('a draft is started once when the command is repeated', () => {
    expect(given(broadcast, [drafted]).when({ type: 'Start', ...start })).toEqual([started]);
    expect(given(broadcast, [drafted, started]).when({ type: 'Start', ...start })).toEqual([]);
  });
});

describe('a broadcast that was started', () => {
  const active = [drafted, started, fact('BroadcastPlanned')];

  test('a started broadcast can be neither changed nor deleted', () => {
    expect(() => given(broadcast, active).when({ type: 'Change', changes: { name: 'x' } })).toThrow(
      'broadcast_started',
    );
    expect(() => given(broadcast, active).when({ type: 'Delete' })).toThrow('broadcast_started');
  });

  test('a started broadcast can be paused, resumed and cancelled; a cancelled one cannot be resumed', () => {
    expect(given(broadcast, active).when({ type: 'Pause' })).toEqual([fact('BroadcastPaused')]);
    const paused = [...active, fact('BroadcastPaused')];
    expect(given(broadcast, paused).when({ type: 'Finish' })).toEqual([]);
    expect(given(broadcast, paused).when({ type: 'Resume' })).toEqual([fact('BroadcastResumed')]);
    const cancelled = [...paused, fact('BroadcastCancelled')];
    expect(given(broadcast, cancelled).when({ type: 'Cancel' })).toEqual([]);
    expect(() => given(broadcast, cancelled).when({ type: 'Resume' })).toThrow('broadcast_over');
    expect(() => given(broadcast, cancelled).when({ type: 'Retry', at: start.from })).toThrow(
      'broadcast_over',
    );
  });

  test('a broadcast that was cancelled during planning records no end of planning', () => {
    const cancelled = [drafted, started, fact('BroadcastCancelled')];
    expect(given(broadcast, cancelled).when({ type: 'FinishPlanning' })).toEqual([]);
  });

  test('a finished broadcast becomes active again if a message is planned again; one in another status does not', () => {
    const goOn = { type: 'GoOn' } as const;
    const finished = [...active, fact('BroadcastFinished')];
    expect(given(broadcast, finished).when(goOn)).toEqual([fact('BroadcastResumed')]);
    expect(given(broadcast, [...finished, fact('BroadcastResumed')]).when({ type: 'Finish' })).toEqual([
      fact('BroadcastFinished'),
    ]);
    for (const last of ['BroadcastPaused', 'BroadcastCancelled', 'BroadcastResumed'] as const)
      expect(given(broadcast, [...active, fact(last)]).when(goOn)).toEqual([]);
  });

  test('a broadcast continues planning after it was paused and resumed', () => {
    const planning = [drafted, started, fact('BroadcastPaused'), fact('BroadcastResumed')];
    expect(given(broadcast, planning).when({ type: 'FinishPlanning' })).toEqual([fact('BroadcastPlanned')]);
    expect(given(broadcast, planning).when({ type: 'Finish' })).toEqual([]);
  });

  test('a finished broadcast becomes active again if failures are retried', () => {
    const finished = [...active, fact('BroadcastFinished')];
    const retried: BroadcastEvent = { type: 'BroadcastRetried', data: { at: start.from } };
    expect(given(broadcast, finished).when({ type: 'Retry', at: start.from })).toEqual([retried]);
    expect(given(broadcast, [...finished, retried]).when({ type: 'Finish' })).toEqual([
      fact('BroadcastFinished'),
    ]);
  });

  test('a broadcast chooses between its two templates once', () => {
    const split = [drafted, { ...started, data: { ...start, other: template } } as BroadcastEvent];
    const chosen: BroadcastEvent = { type: 'BroadcastWinnerChosen', data: { variant: 'b' } };
    expect(given(broadcast, split).when({ type: 'ChooseWinner', variant: 'b' })).toEqual([chosen]);
    expect(given(broadcast, [...split, chosen]).when({ type: 'ChooseWinner', variant: 'a' })).toEqual([]);
    expect(given(broadcast, active).when({ type: 'ChooseWinner', variant: 'a' })).toEqual([]);
  });
});

test.each([
  ['STOP', true],
  ['Stop!', true],
  ['  stoppen. ', true],
  ['Baja', true],
  ['stop sending me bikes', false],
  ['non-stop', false],
  ['', false],
])('isOptOut returns for the message “%s”: %s', (text, isEnd) => {
  expect(isOptOut(text, ['stop', 'stoppen', 'baja'])).toBe(isEnd);
});

test.each([
  ['+31612345678', 'Europe/Amsterdam'],
  ['+34600000001', 'Europe/Madrid'],
  ['+351910000000', 'Europe/Lisbon'],
  ['+12125550100', 'America/New_York'],
  ['+99900000000', null],
])('the time zone of the number %s is %s', (phone, zone) => {
  expect(zoneOfPhone(phone)).toBe(zone);
});
