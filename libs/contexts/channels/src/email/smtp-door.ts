import type { AddressInfo, Socket } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { EMAIL_ADDRESS, MAX_EMAIL_SIZE } from '@parley/contracts/rules/email-rules';
import { Config, MAX_SMTP_CLIENTS } from '@parley/platform/config/config';
import { explainPort } from '@parley/platform/http/port-error';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { MailIntake } from './mail-intake';
import { withoutReplyToken } from './reply-address';
import { SMTP_LIMITS, SmtpGuard, type SmtpLimits } from './smtp-guard';

const MAX_RECIPIENTS = 50;
const SILENCE_MS = 60_000;

/** A refusal with a reply code of RFC 5321, for the sending server. */
class Refused extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * An SMTP server whose guard checks each connection before it counts towards the server's maximum, and each command.
 */
class GuardedServer extends SMTPServer {
  constructor(
    options: SMTPServerOptions,
    private readonly guard: SmtpGuard,
  ) {
    // The library reports commands only to its logger.
    const onCommand = ({ tnx, cid, command }: { tnx?: string; cid?: string; command?: unknown }) => {
      if (tnx === 'command' && cid !== undefined) guard.onCommand(cid, String(command));
    };
    const ignore = () => undefined;
    const logger = {
      trace: ignore,
      debug: onCommand,
      info: ignore,
      warn: ignore,
      error: ignore,
      fatal: ignore,
    };
    super({ ...options, logger });
  }

  override connect(socket: Socket, ...options: [socketOptions?: object]): void {
    if (!this.guard.admit(socket)) {
      socket.on('error', () => undefined);
      socket.end('421 4.7.0 Too many connections from your address\r\n', () => socket.destroy());
      return;
    }
    super.connect(socket, ...options);
    const connection = [...this.connections].at(-1);
    if (connection) this.guard.watch(connection.id, socket);
  }
}

/**
 * Receives mails that other servers forward over SMTP, only for addresses of channels. A mail is accepted once it is
 * stored and published.
 */
@Injectable()
export class SmtpDoor implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('ingress/smtp');
  private server: SMTPServer | null = null;

  constructor(
    private readonly config: Config,
    private readonly channels: ChannelQueries,
    private readonly intake: MailIntake,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.smtpPort !== undefined) await this.open(this.config.smtpPort);
  }

  /**
   * Starts listening.
   * @param port 0 picks a free one
   * @returns the port
   */
  async open(
    port: number,
    host = '0.0.0.0',
    limits: SmtpLimits = { ...SMTP_LIMITS, perAddress: this.config.smtpPlacesPerAddress },
  ): Promise<number> {
    const options: SMTPServerOptions = {
      authOptional: true,
      disabledCommands: ['AUTH', ...(this.config.smtpTls ? [] : ['STARTTLS'])],
      ...this.config.smtpTls,
      size: MAX_EMAIL_SIZE,
      maxClients: MAX_SMTP_CLIENTS,
      socketTimeout: SILENCE_MS,
      disableReverseLookup: true,
      banner: 'Parley',
      onRcptTo: ({ address }, session, answer) => {
        this.requireMailbox(address, session).then(
          () => answer(),
          (error: Error) => answer(this.told(error)),
        );
      },
      onData: (stream, session, answer) => {
        this.take(stream, session).then(
          () => answer(null, 'taken'),
          (error: Error) => answer(this.told(error)),
        );
      },
    };
    const server = new GuardedServer(options, new SmtpGuard(limits));
    const ignore = () => undefined;
    // An error while listening is reported by the rejection below; without a listener here, it would also end the
    // process.
    server.on('error', ignore);
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', (error) => reject(explainPort(error, port, 'PARLEY_SMTP_PORT')));
      server.listen(port, host, () => resolve());
    });
    server.off('error', ignore);
    // Logs errors, for example when a client closes its connection.
    server.on('error', (error) => this.logger.warn(`SMTP: ${error.message}`));
    this.server = server;
    return (server.server.address() as AddressInfo).port;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private async requireMailbox(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw new Refused(452, '4.5.3 Too many recipients');
    if (!EMAIL_ADDRESS.test(address)) throw new Refused(553, '5.1.3 No such address');
    if (!(await this.channelOf(address))) throw new Refused(550, '5.1.1 No such mailbox');
  }

  private async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_EMAIL_SIZE) chunks.push(chunk);
    }
    if (stream.sizeExceeded || size > MAX_EMAIL_SIZE) throw new Refused(552, '5.3.4 The mail is too large');
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const found = await Promise.all(recipients.map((address) => this.channelOf(address)));
    const channels = new Map(found.flatMap((channel) => (channel ? [[channel.id, channel] as const] : [])));
    const sender = envelope.mailFrom ? envelope.mailFrom.address || null : null;
    const raw = Buffer.concat(chunks);
    for (const channel of channels.values()) {
      await this.intake.take(channel, { raw, envelope: { sender, recipients }, receivedAt: new Date() });
    }
  }

  /** Errors on our side are temporary: a server returns a mail to its sender after 5xx, but retries it after 4xx. */
  private told(error: Error): Refused {
    if (error instanceof Refused) return error;
    this.logger.warn(`A mail is not taken for now: ${String(error)}`);
    return new Refused(451, '4.3.0 Try again later');
  }

  private channelOf(address: string): Promise<Channel | null> {
    return this.channels.mailbox(withoutReplyToken(address.toLowerCase()));
  }
}
