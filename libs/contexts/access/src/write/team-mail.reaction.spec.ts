import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { loadConfig } from '@parley/platform/config/config';
import { MailFailed, type Mail } from '@parley/platform/mail/mailer';
import { CapturedMailer } from '@parley/testing/mail/captured-mailer';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { team, type TeamCommand } from '../domain/team';
import type { AccessQueries } from '../read/access.queries';
import { TeamMailReaction } from './team-mail.reaction';

const customerId = 'harbour';
let aggregates: Aggregates;
let mailer: CapturedMailer;
let reaction: TeamMailReaction;

beforeEach(() => {
  aggregates = new Aggregates(new InMemoryEventStore());
  mailer = new CapturedMailer();
  const access: Pick<AccessQueries, 'customerName' | 'profile'> = {
    customerName: () => Promise.resolve('Harbour Bikes'),
    profile: (_, userId) =>
      userId === 'mateo'
        ? Promise.resolve({
            user: { displayName: 'Mateo', settings: [{ name: 'language', value: 'es' }] },
          } as never)
        : Promise.reject(new NotFound()),
  };
  const config = loadConfig({ PUBLIC_URL: 'https://parley.example' });
  reaction = new TeamMailReaction(aggregates, access as AccessQueries, mailer, config);
});

const execute = (command: TeamCommand) =>
  aggregates.execute(team, 'team', {
    id: 'repairs',
    command,
    context: requestedNow({ userId: 'ingrid', customerId }),
  });

const repairs = {
  type: 'Create',
  ...{ name: 'Repairs', colour: '#0f7b6c', email: 'repairs@harbour.example', sendNotification: true },
} as const;

function assigned(data: { userId: string | null; teamId: string | null }, of: Partial<RecordedEvent> = {}) {
  return {
    ...{ id: randomUUID(), stream: 'conversation-c1', version: 3, position: '0007', schemaVersion: 1 },
    ...{ type: 'ConversationAssigned', customerId, actor: { type: 'user', id: 'sanne' } },
    ...{ correlationId: 'c', causationId: 'c', time: new Date().toISOString(), data },
    ...of,
  } as RecordedEvent;
}

test('a team that wants it is told of what is assigned to it, with a link and nothing of the contact', async () => {
  await execute(repairs);
  const event = assigned({ userId: null, teamId: 'repairs' });
  await reaction.react(event);
  const [mail] = mailer.sent as [Mail];
  expect(mail.id).toBe(event.id);
  expect(mail.to).toEqual({ name: 'Repairs', address: 'repairs@harbour.example' });
  expect(mail.subject).toBe('A conversation for Repairs');
  expect(mail.text).toContain('A conversation is now with Repairs.');
  expect(mail.text).toContain('https://parley.example/messaging-inbox/c1');
});

test('it is written in the language of who assigned it, and names them', async () => {
  await execute(repairs);
  await reaction.react(
    assigned({ userId: null, teamId: 'repairs' }, { actor: { type: 'user', id: 'mateo' } }),
  );
  expect(mailer.sent[0]?.text).toContain('Mateo ha asignado una conversación a Repairs.');
  expect(mailer.sent[0]?.html).toContain('lang="es"');
});

test.each([
  ['somebody has it already', assigned({ userId: 'sanne', teamId: 'repairs' })],
  ['it is somebody’s alone', assigned({ userId: 'sanne', teamId: null })],
  ['it is of two days ago', assigned({ userId: null, teamId: 'repairs' }, { time: '2026-01-01T00:00:00Z' })],
  ['it is of another organisation', assigned({ userId: null, teamId: 'repairs' }, { customerId: 'mill' })],
  [
    'it is said of something else',
    assigned({ userId: null, teamId: 'repairs' }, { type: 'ConversationRead' }),
  ],
])('nothing is sent where %s', async (_, event) => {
  await execute(repairs);
  await reaction.react(event);
  expect(mailer.sent).toEqual([]);
});

test('a team that does not want it, or is gone, is told nothing', async () => {
  await execute({ ...repairs, sendNotification: false });
  await reaction.react(assigned({ userId: null, teamId: 'repairs' }));
  await execute({ type: 'Change', details: { sendNotification: true } });
  await execute({ type: 'Delete' });
  await reaction.react(assigned({ userId: null, teamId: 'repairs' }));
  expect(mailer.sent).toEqual([]);
});

test('it is tried again where the mail server was away, and not where it takes no such address', async () => {
  await execute(repairs);
  const event = assigned({ userId: null, teamId: 'repairs' });
  mailer.failure = new MailFailed('address_refused', 'It takes no such address.');
  await reaction.react(event);
  mailer.failure = new MailFailed('unreachable', 'The mail server is away.');
  await expect(reaction.react(event)).rejects.toThrow('away');
  mailer.failure = null;
  await reaction.react(event);
  expect(mailer.sent).toHaveLength(1);
});
