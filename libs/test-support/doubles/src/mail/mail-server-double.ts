import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A mail that the server accepted. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Bytes of the mail as Latin-1 text. */
  raw: string;
}

/** A planned behaviour for the next mail. */
export type Mishap =
  /** Responds with this code after the whole mail was sent. */
  | { answer: number; text: string }
  /** Refuses a recipient with this code. */
  | { recipient: number; text: string }
  /** Closes the connection when the client begins to send the mail. */
  | 'cut-before'
  /** Accepts the mail, and closes the connection instead of responding. */
  | 'cut-after';

/** Fake mail server that keeps accepted mails in memory, newest last. */
export class MailServerDouble {
  readonly taken: TakenMail[] = [];
  /** Failures for the next mails, in order. */
  readonly mishaps: Mishap[] = [];
  /** Number of connections since the start. */
  connections = 0;
  /** Called with each accepted mail. */
  onMail: (mail: TakenMail) => void = () => undefined;
  private readonly server: SMTPServer;
  /** Maximum number of kept mails. */
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

  /**
   * @param port 0 for any free port
   * @returns the port
   */
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

  /** Closes all connections. */
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
