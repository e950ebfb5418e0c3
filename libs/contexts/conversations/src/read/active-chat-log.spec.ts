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

/** `mia 1-4 m1 m2`: who, from which minute to which, with what. */
function told(work: WorkEntry[]): string[] {
  const minute = (time: string) => String(Number(time.slice(14, 16)));
  return activeChatLog(work).map(({ userId, start, end, entries }) =>
    [userId, `${minute(start)}-${end === null ? '' : minute(end)}`, ...entries.map(({ id }) => id)].join(' '),
  );
}

test('who has it works on it until it is archived', () => {
  expect(
    told([happened(1, 'chat::assigned', 'mia'), wrote(2, 'mia', 'm1'), happened(4, 'chat::archived')]),
  ).toEqual(['mia 1-4 m1']);
});

test('what is still theirs goes on', () => {
  expect(told([happened(1, 'chat::assigned', 'mia')])).toEqual(['mia 1-']);
});

test('it goes from one to the next, and to nobody', () => {
  expect(
    told([
      happened(1, 'chat::assigned', 'mia'),
      happened(3, 'chat::assigned', 'sam'),
      wrote(4, 'sam', 'm1'),
      happened(6, 'chat::unassigned'),
    ]),
  ).toEqual(['mia 1-3', 'sam 3-6 m1']);
});

test('who is given it again keeps it', () => {
  expect(
    told([
      happened(1, 'chat::assigned', 'mia'),
      happened(2, 'chat::assigned', 'mia'),
      happened(5, 'chat::archived'),
    ]),
  ).toEqual(['mia 1-5']);
});

test('who writes without having it works on it from their first entry to their last', () => {
  expect(told([wrote(1, 'sam', 'm1'), wrote(5, 'sam', 'm2'), wrote(7, 'mia', 'm3')])).toEqual([
    'sam 1-5 m1 m2',
    'mia 7-7 m3',
  ]);
});

test('who helps out takes it out of nobody’s hands', () => {
  expect(
    told([
      happened(1, 'chat::assigned', 'mia'),
      wrote(2, 'sam', 'm1'),
      wrote(3, 'mia', 'm2'),
      happened(4, 'chat::archived'),
    ]),
  ).toEqual(['mia 1-4 m2', 'sam 2-2 m1']);
});

test('what nobody in person wrote is nobody’s work', () => {
  expect(told([happened(1, 'chat::created'), wrote(2, null)])).toEqual([]);
});

test('given to a team alone it is nobody’s', () => {
  expect(told([happened(1, 'chat::assigned', 'mia'), happened(2, 'chat::assigned', null)])).toEqual([
    'mia 1-2',
  ]);
});
