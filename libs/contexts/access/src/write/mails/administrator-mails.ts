import { Injectable, Logger } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '@parley/contracts/events';
import { Mailer, type Mail } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../../read/access.queries';
import { sendUnlessRefused } from './send-unless-refused';

/** Whom a mail goes to: of one event each administrator has the same id each time. */
export interface Told {
  id: string;
  language: string;
  to: { name: string; address: string };
  organisation: string;
}

/** Events whose mails were cut off and are remembered: more are never tried at once. */
const MOST_REMEMBERED = 1000;

const NEWS_MS = 3 * 24 * 60 * 60_000;

/** Whether an event is too old to be told of, as where the mail server was away for long. */
export function isNoNews({ time }: RecordedEvent): boolean {
  return Date.now() - Date.parse(time) > NEWS_MS;
}

/** Mails that go to each administrator of an organisation. */
@Injectable()
export class AdministratorMails {
  /** By event, as long as it is tried again: the ids of the mails that the server has taken. */
  private readonly sent = new Map<string, Set<string>>();
  private readonly logger = new Logger('mail');

  constructor(
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Mails each administrator of the organisation of an event. Whose mail is refused is left out and logged. Tried again,
   * it goes on with those who were not told; after a restart it begins anew, and mailboxes know a mail by its id.
   * @throws MailFailed where the mail server was away: trying again helps
   */
  async tell(event: RecordedEvent, mailTo: (told: Told) => Mail): Promise<void> {
    const organisation = (await this.access.customerName(event.customerId)) ?? 'Parley';
    const sent = this.sentOf(event.id);
    for (const { id: userId, name, email, language } of await this.access.administrators(event.customerId)) {
      const id = uuidV5(userId, event.id);
      if (sent.has(id)) continue;
      const mail = mailTo({ id, language, to: { name, address: email }, organisation });
      await sendUnlessRefused(this.mailer, mail, (why) =>
        this.logger.warn(`${userId} was not told of ${event.stream}. ${why}`),
      );
      sent.add(id);
    }
    this.sent.delete(event.id);
  }

  private sentOf(eventId: string): Set<string> {
    const sent = this.sent.get(eventId) ?? new Set();
    this.sent.set(eventId, sent);
    if (this.sent.size > MOST_REMEMBERED) this.sent.delete(this.sent.keys().next().value!);
    return sent;
  }
}
