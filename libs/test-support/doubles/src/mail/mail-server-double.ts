import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A mail that the server took. */
export interface TakenMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
}

/** What the server does with the next mail, in place of taking it. */
export type Mishap =
  /** Answers with this code once it has the mail. */
  | { answer: number; text: string }
  /** Refuses a recipient. */
  | { recipient: number; text: string }
  /** Hangs up when the mail begins. */
  | 'cut-before'
  /** Takes the mail, and hangs up in place of answering. */
  | 'cut-after';

/** A mail server, played: it takes what it is sent and keeps it in memory, the newest last. */
export class MailServerDouble {
  readonly taken: TakenMail[] = [];
  /** What befalls the mails that come, in their order. */
  readonly mishaps: Mishap[] = [];
  /** Connections that were opened. */
  connections = 0;
  /** Is told of each mail that was taken. */
  onMail: (mail: TakenMail) => void = () => undefined;
  private readonly server: SMTPServer;
  /** Mails that are kept. */
  private readonly most = 200;

  constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onConnect: (_session, answer) => {
        this.connections++;
        answer();
      },
      onAuth: (_auth, _session, answer) => answer(null, { user: 'anybody' }),
      onRcptTo: (_address, _session, answer) => {
        const [mishap] = this.mishaps;
        if (typeof mishap !== 'object' || !('recipient' in mishap)) return answer();
        this.mishaps.shift();
        answer(Object.assign(new Error(mishap.text), { responseCode: mishap.recipient }));
      },
      onData: (stream, session, answer) => {
        void this.take(stream).then((raw) => {
          const mishap = this.mishaps.shift();
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
          if (typeof mishap === 'object' && 'answer' in mishap) {
            return answer(Object.assign(new Error(mishap.text), { responseCode: mishap.answer }));
          }
          if (mishap !== 'cut-before') this.keep({ from, to, raw });
          if (mishap === 'cut-before' || mishap === 'cut-after') return this.hangUp();
          answer(null, 'taken');
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  /** @returns the port; 0 asks for any that is free */
  listen(port = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () =>
        resolve((this.server.server.address() as AddressInfo).port),
      );
    });
  }

  close(): Promise<void> {
    this.hangUp();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Leaves every client. */
  hangUp(): void {
    const { connections } = this.server as unknown as { connections: Set<{ _socket: { destroy(): void } }> };
    for (const connection of connections) connection._socket.destroy();
  }

  private keep(mail: TakenMail): void {
    this.taken.push(mail);
    if (this.taken.length > this.most) this.taken.shift();
    this.onMail(mail);
  }

  private async take(stream: SMTPServerDataStream): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  }
}
