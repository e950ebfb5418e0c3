import { invitationIn } from './invitation';

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const start = 'DTSTART:20260701T100000Z';

test('reads a quoted parameter that contains a colon and a semicolon', () => {
  const calendar = event(
    'SUMMARY;ALTREP="cid:a;b:c":Call',
    start,
    'ORGANIZER;CN="Eva: boss":MAILTO:eva@x.example',
  );
  expect(invitationIn(calendar)).toEqual({
    method: 'PUBLISH',
    title: 'Call',
    start: '2026-07-01T10:00:00Z',
    organiser: 'eva@x.example',
  });
});

test('joins continuation lines and unescapes text', () => {
  const calendar = event('SUMMARY:Call\\, a', ' gain', start, 'LOCATION:Quay\\n7');
  expect(invitationIn(calendar)).toMatchObject({ title: 'Call, again', place: 'Quay 7' });
});

test('ignores the properties of an alarm within the event', () => {
  const calendar = event('SUMMARY:Call', start, 'BEGIN:VALARM', 'LOCATION:Elsewhere', 'END:VALARM');
  expect(invitationIn(calendar)).not.toHaveProperty('place');
});

test('finds no event in a file without a title, a start or a component', () => {
  expect(invitationIn('')).toBeUndefined();
  expect(invitationIn(event('SUMMARY:Call'))).toBeUndefined();
  expect(invitationIn(event(start))).toBeUndefined();
  expect(invitationIn(event('SUMMARY:Call', 'DTSTART:tomorrow'))).toBeUndefined();
});

test('leaves out a property that is too long', () => {
  const calendar = event('SUMMARY:Call', start, `LOCATION:${'a'.repeat(10_001)}`);
  expect(invitationIn(calendar)).toEqual({ method: 'PUBLISH', title: 'Call', start: '2026-07-01T10:00:00Z' });
});

test('terminates for a line of 60 semicolons without a colon', () => {
  expect(invitationIn(event('SUMMARY:Call', start, `X${';'.repeat(60)}`))).toMatchObject({ title: 'Call' });
});
