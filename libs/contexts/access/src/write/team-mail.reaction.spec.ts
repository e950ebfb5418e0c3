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

test('mails a team with notifications about an assignment, with a link and without data of the contact', async () => {
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

test('the mail is in the language of the user who assigned the conversation, and contains their name', async () => {
  await execute(repairs);
  await reaction.react(
    assigned({ userId: null, teamId: 'repairs' }, { actor: { type: 'user', id: 'mateo' } }),
  );
  expect(mailer.sent[0]?.text).toContain('Mateo ha asignado una conversación a Repairs.');
  expect(mailer.sent[0]?.html).toContain('lang="es"');
});

test.each([
  ['the conversation is also assigned to a user', assigned({ userId: 'sanne', teamId: 'repairs' })],
  ['the conversation is assigned to a user without a team', assigned({ userId: 'sanne', teamId: null })],
  [
    'the assignment is days old',
    assigned({ userId: null, teamId: 'repairs' }, { time: '2026-01-01T00:00:00Z' }),
  ],
  [
    'the assignment is of another organisation',
    assigned({ userId: null, teamId: 'repairs' }, { customerId: 'mill' }),
  ],
  ['the event is no assignment', assigned({ userId: null, teamId: 'repairs' }, { type: 'ConversationRead' })],
])('sends no mail if %s', async (_, event) => {
  await execute(repairs);
  await reaction.react(event);
  expect(mailer.sent).toEqual([]);
});

test('sends no mail to a team without notifications, or to a deleted team', async () => {
  await execute({ ...repairs, sendNotification: false });
  await reaction.react(assigned({ userId: null, teamId: 'repairs' }));
  await execute({ type: 'Change', details: { sendNotification: true } });
  await execute({ type: 'Delete' });
  await reaction.react(assigned({ userId: null, teamId: 'repairs' }));
  expect(mailer.sent).toEqual([]);
});

test('a mail is sent again if the mail server was unreachable, but not if the server refuses the address', async () => {
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
