import type { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { loadConfig } from '@parley/platform/config/config';
import { MailFailed, type Mail } from '@parley/platform/mail/mailer';
import { CapturedMailer } from '@parley/testing/mail/captured-mailer';
import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { user } from '../domain/user';
import type { AccessQueries } from '../read/access.queries';
import { InvitationLinks } from './invitation-links';
import { InvitationMailReaction } from './invitation-mail.reaction';
import type { ToUser } from './user.handler';

const customerId = 'harbour';
let store: InMemoryEventStore;
let aggregates: Aggregates;
let mailer: CapturedMailer;
let links: InvitationLinks;
let reaction: InvitationMailReaction;
const by = { userId: 'ingrid', role: 'admin' } as const;
const context = () => requestedNow({ userId: 'ingrid', customerId });

beforeEach(() => {
  store = new InMemoryEventStore();
  aggregates = new Aggregates(store);
  mailer = new CapturedMailer();
  links = new InvitationLinks(
    loadConfig({ PUBLIC_URL: 'https://parley.example' }),
    new MasterKey('a secret that is long enough for tests'),
  );
  const access: Pick<AccessQueries, 'customerName' | 'profile'> = {
    customerName: () => Promise.resolve('Harbour Bikes'),
    profile: () => Promise.reject(new NotFound()),
  };
  const commands = {
    execute: (to: ToUser) =>
      aggregates.execute(user, 'user', { id: to.id, command: to.command as never, context: to.context }),
  };
  reaction = new InvitationMailReaction(
    aggregates,
    access as AccessQueries,
    mailer,
    links,
    commands as unknown as CommandBus,
  );
});

async function invite(): Promise<RecordedEvent> {
  const details = { displayName: 'Ana', email: 'ana@harbour.example' };
  const command = { type: 'Invite', userId: 'ana', role: 'user', ...details, by } as const;
  await aggregates.execute(user, 'user', { id: 'ana', command, context: context() });
  return last();
}

async function renew(): Promise<RecordedEvent> {
  const command = { type: 'RenewInvitation', by, at: new Date().toISOString() } as const;
  await aggregates.execute(user, 'user', { id: 'ana', command, context: context() });
  return last();
}

const last = () => store.events.at(-1)!;
const types = () => store.events.map(({ type }) => type);
const tokenIn = ({ text }: Mail) => /token=(\S+)/.exec(text)?.[1];

test('an invited user gets a mail with a link that opens the invitation', async () => {
  await reaction.react(await invite());
  expect(types()).toEqual(['UserInvited', 'InvitationSent']);
  const [mail] = mailer.sent as [Mail];
  expect(mail.to).toEqual({ name: 'Ana', address: 'ana@harbour.example' });
  expect(links.open(tokenIn(mail), Date.now())).toEqual({
    customerId,
    userId: 'ana',
    invitation: 1,
    isExpired: false,
  });
});

test('an event that is delivered twice sends one mail', async () => {
  const event = await invite();
  await reaction.react(event);
  await reaction.react(event);
  expect(mailer.sent).toHaveLength(1);
  expect(types()).toEqual(['UserInvited', 'InvitationSent']);
});

test('a failed mail is recorded with its reason, and a renewal sends another invitation', async () => {
  mailer.failure = new MailFailed('unreachable', 'The mail server is away.');
  await reaction.react(await invite());
  expect(last()).toMatchObject({ type: 'InvitationFailed', data: { reason: 'unreachable' } });
  mailer.failure = null;
  await reaction.react(await renew());
  expect(last().type).toBe('InvitationSent');
  expect(links.open(tokenIn(mailer.sent[0]!), Date.now())).toMatchObject({ invitation: 2 });
});

test('a user who was deleted since gets no mail', async () => {
  const event = await invite();
  await aggregates.execute(user, 'user', {
    id: 'ana',
    command: { type: 'Delete', reassignTo: { userId: null, teamId: null }, by, hasOtherAdministrator: true },
    context: context(),
  });
  await reaction.react(event);
  expect(mailer.sent).toEqual([]);
});

test('the log contains no token of an invitation', async () => {
  await reaction.react(await invite());
  expect(JSON.stringify(store.events)).not.toContain(tokenIn(mailer.sent[0]!));
});
