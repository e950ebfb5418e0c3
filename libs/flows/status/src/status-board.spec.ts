import { features } from '@parley/server/features';
import { groupOf, StatusBoard, type Measured } from './status-board';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 9, 41, seconds)).toISOString();

function measured(late: Partial<Record<string, number>>, away: string[] = []): Measured {
  const of = (kind: string) => (name: string) => (late[`${kind} ${name}`] ?? 0) * 1000;
  return { view: of('view'), reaction: of('reaction'), bus: of('bus'), away: new Set(away) };
}

const states = (board: StatusBoard, given: Measured, time = at(0)) =>
  board.update(given, time).map(({ name, state, lateSeconds }) => `${name} ${state} ${lateSeconds}`);

test('reports ok while no part of the path of a message is late by more than a few seconds', () => {
  expect(states(new StatusBoard(), measured({ 'view inbox': 4, 'bus channels.inbound.v1': 5 }))).toEqual([
    'incoming ok 0',
    'outgoing ok 0',
    'live ok 0',
  ]);
});

test('adds the delays on the path of a message: first the bus, then the view', () => {
  expect(states(new StatusBoard(), measured({ 'view inbox': 40, 'bus channels.inbound.v1': 80 }))).toEqual([
    'incoming slow 120',
    'outgoing ok 0',
    'live slow 40',
  ]);
});

test('adds the delays of the reaction and the bus of a send, and reports five minutes as down', () => {
  const late = { 'reaction outbound': 100, 'bus channels.outbound.v1': 200 };
  expect(states(new StatusBoard(), measured(late))[1]).toBe('outgoing down 300');
});

test('reports down as soon as an engine is unreachable', () => {
  expect(states(new StatusBoard(), measured({}, ['bus']))).toEqual([
    'incoming down 0',
    'outgoing down 0',
    'live ok 0',
  ]);
});

test('reports unknown for a bus without measurements, unless the other parts are late anyway', () => {
  const untold = { ...measured({}), bus: () => null };
  expect(states(new StatusBoard(), untold)).toEqual([
    'incoming unknown 0',
    'outgoing unknown 0',
    'live ok 0',
  ]);
  const late = { ...measured({ 'view inbox': 40 }), bus: () => null };
  expect(states(new StatusBoard(), late)[0]).toBe('incoming slow 40');
});

test('each line’s consumer group is one that a consumer has', () => {
  const consumers = features.flatMap((feature) => feature.consumers ?? []).map((Consumer) => new Consumer());
  for (const group of Object.values(groupOf))
    expect(consumers).toContainEqual(expect.objectContaining(group));
});

test('keeps the time since which a line has been late, until the line is ok again', () => {
  const board = new StatusBoard();
  const since = (given: Measured, time: string) => board.update(given, time)[2]!.since;
  expect(since(measured({}), at(0))).toBeNull();
  expect(since(measured({ 'view inbox': 10 }), at(20))).toBe(at(10));
  expect(since(measured({ 'view inbox': 25 }), at(35))).toBe(at(10));
  expect(since(measured({}), at(40))).toBeNull();
  expect(since(measured({ 'view inbox': 15 }), at(58))).toBe(at(43));
});
