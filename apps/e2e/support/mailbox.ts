import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface CapturedMail {
  to: string[];
  text: string;
}

/** A mail server that stores the mails it receives. */
export class Mailbox {
  readonly mails: CapturedMail[] = [];
  /** Whether the server refuses every recipient. */
  isRefusing = false;

  private readonly server = new SMTPServer({
    authOptional: true,
    // A reverse DNS lookup is slow on machines without a name server.
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      done(this.isRefusing ? Object.assign(new Error('5.1.1 nobody here'), { responseCode: 550 }) : null);
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '=');
        this.mails.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    mailbox.server.listen(0, '127.0.0.1');
    await once(mailbox.server.server, 'listening');
    return mailbox;
  }

  /** Environment variables with which the product sends mail to this server. */
  get settings(): NodeJS.ProcessEnv {
    const { port } = this.server.server.address() as AddressInfo;
    return {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Parley <parley@parley.example>',
      SALES_MAIL: 'sales@parley.example',
    };
  }

  /**
   * Waits for a mail to an address.
   * @returns the text of the latest one
   */
  async mailTo(address: string): Promise<string> {
    for (;;) {
      const mail = this.mails.findLast(({ to }) => to.includes(address));
      if (mail) return mail.text;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
