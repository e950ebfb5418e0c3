import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { Mailer, MailFailed, type Mail } from '@parley/platform/mail/mailer';
import { twoAdministrators } from '../../testing/two-administrators';

/** A fake mailer that accepts all mails except those to the addresses in `failures`. */
class FailingMailer extends Mailer {
  readonly isDelivering = true;
  readonly taken: Mail[] = [];
  readonly failures = new Map<string, MailFailed>();

  send(mail: Mail): Promise<void> {
    const failure = this.failures.get(mail.to.address);
    if (failure) return Promise.reject(failure);
    this.taken.push(mail);
    return Promise.resolve();
  }
}

const event = () => ({ id: randomUUID(), stream: 'channel-1', customerId: 'harbour' }) as RecordedEvent;
const [first, second] = [event(), event()];

let mailer: FailingMailer;
let tell: (event: RecordedEvent) => Promise<void>;

beforeEach(() => {
  Logger.overrideLogger(false);
  mailer = new FailingMailer();
  const mails = twoAdministrators(mailer);
  tell = (of) => mails.tell(of, ({ id, to }) => ({ id, to, subject: 'Oh', text: '', html: '' }));
});

const told = () => mailer.taken.map(({ to }) => to.name);

it('sends no mail twice when an attempt is repeated because the mail server failed during the first', async () => {
  mailer.failures.set('mateo@harbour.example', new MailFailed('unreachable', 'away'));
  await expect(tell(first)).rejects.toThrow('away');
  await expect(tell(first)).rejects.toThrow('away');
  mailer.failures.clear();
  await tell(first);
  expect(told()).toEqual(['Ingrid', 'Mateo']);
});

it('sends separate mails for separate events', async () => {
  await tell(first);
  await tell(second);
  expect(told()).toEqual(['Ingrid', 'Mateo', 'Ingrid', 'Mateo']);
  expect(new Set(mailer.taken.map(({ id }) => id)).size).toBe(4);
});

it('a repeated mail has the same id even after a restart', async () => {
  await tell(first);
  const before = mailer.taken.map(({ id }) => id);
  await twoAdministrators(mailer).tell(first, ({ id, to }) => ({ id, to, subject: '', text: '', html: '' }));
  expect(mailer.taken.slice(2).map(({ id }) => id)).toEqual(before);
});

it('leaves out an administrator whose address is refused', async () => {
  mailer.failures.set('ingrid@harbour.example', new MailFailed('address_refused', 'nobody'));
  await tell(first);
  expect(told()).toEqual(['Mateo']);
});
