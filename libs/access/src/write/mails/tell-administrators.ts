import type { Logger } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '@parley/contracts/events';
import { MailFailed, type Mail, type Mailer } from '@parley/platform/mail/mailer';
import type { AccessQueries } from '../../read/access.queries';

/** Whom a mail goes to: of one event each administrator has the same id each time. */
export interface Told {
  id: string;
  language: string;
  to: { name: string; address: string };
  organisation: string;
}

/**
 * Mails each administrator of the organisation of an event. Whose mail is refused is left out and logged.
 * @throws MailFailed where the mail server was away: trying again helps
 */
export async function tellAdministrators(
  { access, mailer, logger }: { access: AccessQueries; mailer: Mailer; logger: Logger },
  event: RecordedEvent,
  mailTo: (told: Told) => Mail,
): Promise<void> {
  const organisation = (await access.customerName(event.customerId)) ?? 'Parley';
  for (const { id, name, email, language } of await access.administrators(event.customerId)) {
    const told = { id: uuidV5(id, event.id), language, to: { name, address: email }, organisation };
    await mailer.send(mailTo(told)).catch((error: unknown) => {
      if (!(error instanceof MailFailed) || error.reason === 'unreachable') throw error;
      logger.warn(`${id} was not told of ${event.stream}. ${error.message}`);
    });
  }
}
