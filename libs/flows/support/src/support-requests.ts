import { Injectable, Logger } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import { mailPage } from '@parley/access/write/mails/mail-page';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { AskSupportRequest } from '@parley/contracts/api/support.requests';
import { Config } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { Principal } from '@parley/platform/http/principal';
import { Mailer, type Mail } from '@parley/platform/mail/mailer';
import { version } from './version';

const MAX_OF_USER_AN_HOUR = 5;
const MAX_OF_CUSTOMER_A_DAY = 50;
/** Time limit in ms for sending a mail, below the time limit of work under `OneAtATime`. */
const MAX_SEND_MS = 8_000;

interface Known {
  number: number;
  isSent: boolean;
}

/** Sends each support request to the operator as one mail with a number. */
@Injectable()
export class SupportRequests {
  private readonly logger = new Logger('Support');

  constructor(
    private readonly database: Database,
    private readonly oneAtATime: OneAtATime,
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  /**
   * Resolves once the mail server has accepted the mail. A repeated id is the same request: its mail is sent only if
   * it was not sent before.
   * @throws CodedError `support_too_often`; `support_not_sent` if the mail server did not accept the mail
   */
  ask(me: Principal, id: string, request: AskSupportRequest): Promise<number> {
    return this.oneAtATime.run(`support request ${id}`, async () => {
      const { number, isSent } = (await this.note(me, id)) ?? (await this.known(me, id));
      if (isSent) return number;
      await this.send(await this.mailOf(me, id, number, request));
      await this.database.query('update parley.support_request set sent_at = now() where id = $1', [id]);
      return number;
    });
  }

  private async note({ customerId, userId }: Principal, id: string): Promise<Known | undefined> {
    const { rows } = await this.database.query<{ number: string }>(
      `insert into parley.support_request (id, customer_id, user_id)
       select $1::uuid, $2::uuid, $3::uuid
         from parley.support_request r
        where r.customer_id = $2 and r.asked_at > now() - interval '1 day'
       having count(*) < $4
          and count(*) filter (where r.user_id = $3 and r.asked_at > now() - interval '1 hour') < $5
       on conflict (id) do nothing
       returning number`,
      [id, customerId, userId, MAX_OF_CUSTOMER_A_DAY, MAX_OF_USER_AN_HOUR],
    );
    return rows[0] && { number: Number(rows[0].number), isSent: false };
  }

  /**
   * Finds or records a request.
   * @throws CodedError `support_too_often` if it is new and over the limit
   */
  private async known({ customerId, userId }: Principal, id: string): Promise<Known> {
    const { rows } = await this.database.query<{ number: string; is_sent: boolean }>(
      `select number, sent_at is not null as is_sent from parley.support_request
        where id = $1 and customer_id = $2 and user_id = $3`,
      [id, customerId, userId],
    );
    if (!rows[0]) throw new CodedError('support_too_often');
    return { number: Number(rows[0].number), isSent: rows[0].is_sent };
  }

  private async mailOf(
    { customerId, userId }: Principal,
    id: string,
    number: number,
    { text, details }: AskSupportRequest,
  ): Promise<Mail> {
    const [name, user] = await Promise.all([
      this.access.customerName(customerId),
      this.access.user(customerId, userId),
    ]);
    const organisation = name ?? customerId;
    const technical = [
      `Organisation: ${organisation} (${customerId})`,
      `Role: ${user.role}`,
      `Version: ${version}`,
      ...Object.entries(details).map(([key, value]) => `${key}: ${value}`),
    ];
    const from = `${user.displayName} (${user.email}) writes:`;
    return {
      id,
      to: { name: '', address: addressOf(this.config.supportMail) },
      subject: `Request ${number} of ${organisation}`,
      text: [from, text, technical.join('\n'), ''].join('\n\n'),
      html: mailPage('en', [from, ...text.split('\n'), ...technical]),
    };
  }

  private async send(mail: Mail): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), MAX_SEND_MS);
    });
    try {
      await Promise.race([this.mailer.send(mail), late]);
    } catch (error) {
      this.logger.warn(`${mail.id} was not handed over: ${(error as Error).message}`);
      throw new CodedError('support_not_sent');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The address within a mailbox: `parley@example.org` for `Parley <parley@example.org>`. */
function addressOf(mail: string): string {
  return /<([^<>]+)>/.exec(mail)?.[1] ?? mail;
}
