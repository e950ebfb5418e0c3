import { activeChatLog, type WorkEntry } from './active-chat-log';

const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`;
let nth = 0;

function happened(
  minute: number,
  event: NonNullable<WorkEntry['event']>,
  to: string | null = null,
): WorkEntry {
  return { id: `e${nth++}`, type: 'event', event, assignedUserId: to, writerId: null, time: at(minute) };
}

function wrote(minute: number, writerId: string | null, id = `m${nth++}`): WorkEntry {
  return { id, type: 'text', event: null, assignedUserId: null, writerId, time: at(minute) };
}

/** Segments as text: `mia 1-4 m1 m2` means a user, the first and the last minute, and the ids of the entries. */
function told(work: WorkEntry[]): string[] {
  const minute = (time: string) => String(Number(time.slice(14, 16)));
  return activeChatLog(work).map(({ userId, start, end, entries }) =>
    [userId, `${minute(start)}-${end === null ? '' : minute(end)}`, ...entries.map(({ id }) => id)].join(' '),
  );
}

test('ends the assignee’s segment when the conversation is archived', () => {
  expect(
    told([happened(1, 'chat::assigned', 'mia'), wrote(2, 'mia', 'm1'), happened(4, 'chat::archived')]),
  ).toEqual(['mia 1-4 m1']);
});

test('leaves the current assignee’s segment open', () => {
  expect(told([happened(1, 'chat::assigned', 'mia')])).toEqual(['mia 1-']);
});

test('starts a segment for each assignee, and ends the last one on unassigning', () => {
  expect(
    told([
      happened(1, 'chat::assigned', 'mia'),
      happened(3, 'chat::assigned', 'sam'),
      wrote(4, 'sam', 'm1'),
      happened(6, 'chat::unassigned'),
    ]),
  ).toEqual(['mia 1-3', 'sam 3-6 m1']);
});

test('continues the segment if the same user is assigned again', () => {
  expect(
    told([
      happened(1, 'chat::assigned', 'mia'),
      happened(2, 'chat::assigned', 'mia'),
      happened(5, 'chat::archived'),
    ]),
  ).toEqual(['mia 1-5']);
});

test('gives a user who writes without being the assignee a segment from their first to their last entry', () => {
  expect(told([wrote(1, 'sam', 'm1'), wrote(5, 'sam', 'm2'), wrote(7, 'mia', 'm3')])).toEqual([
    'sam 1-5 m1 m2',
    'mia 7-7 m3',
  ]);
});

test('adds a segment for a helping user without ending the assignee’s', () => {
  expect(
    told([
      happened(1, 'chat::assigned', 'mia'),
      wrote(2, 'sam', 'm1'),
      wrote(3, 'mia', 'm2'),
      happened(4, 'chat::archived'),
    ]),
  ).toEqual(['mia 1-4 m2', 'sam 2-2 m1']);
});

test('creates no segment for entries that no person wrote', () => {
  expect(told([happened(1, 'chat::created'), wrote(2, null)])).toEqual([]);
});

test('ends the segment if only a team is assigned', () => {
  expect(told([happened(1, 'chat::assigned', 'mia'), happened(2, 'chat::assigned', null)])).toEqual([
    'mia 1-2',
  ]);
});
