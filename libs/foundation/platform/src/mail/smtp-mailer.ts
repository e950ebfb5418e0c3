import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { Mailer, MailFailed, type Mail } from './mailer';

const TIMEOUT_MS = 10_000;

/** Fields of nodemailer's errors that are read. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Sends mails through a mail server. */
export class SmtpMailer extends Mailer {
  readonly isDelivering = true;
  private readonly transport: Transporter;

  /** @param url the form of SMTP_URL: `smtps://user:password@mail.example:465` */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport(
      {
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail(messageOf(mail, this.from));
    } catch (error) {
      throw failureOf(error as SmtpError);
    }
  }
}

/** Converts a mail for nodemailer. The address is an object, so that a name cannot become another recipient. */
export function messageOf({ id, to, subject, text, html }: Mail, from: string): SendMailOptions {
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'parley'}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Error code of nodemailer for a mail without a valid recipient; nodemailer offers such a mail to no server. */
const NO_RECIPIENT = 'EENVELOPE';
/** SMTP status “service not available” (RFC 5321), with which a server closes the connection. */
const CLOSING = 421;

/** A mail server's response may quote the address, so only its code is kept. */
function failureOf({ code = 'unknown', command, responseCode }: SmtpError): MailFailed {
  const said = `${code}${responseCode ? ` ${responseCode}` : ''}`;
  const isAway = responseCode === CLOSING || (responseCode === undefined && code !== NO_RECIPIENT);
  if (isAway) return new MailFailed('unreachable', `The mail server is away: ${said}.`);
  if (command?.startsWith('RCPT') || responseCode === undefined)
    return new MailFailed('address_refused', `It takes no such address: ${said}.`);
  return new MailFailed('refused', `The mail server refuses us: ${said}.`);
}
