import { createHash } from 'node:crypto';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';

/** Maximum number of open connections per server and login; further mails wait. */
const MAX_OPEN = 4;
/** Maximum number of mails per connection: servers close connections that send more. */
const MAX_MAILS = 100;
const IDLE_MS = 30_000;

export interface SmtpFailure extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  recipient?: string;
  rejectedErrors?: SmtpFailure[];
}

export type SmtpLogin = SMTPConnection.Options & {
  auth?: { user: string; pass?: string; accessToken?: string };
};

/** A mail as it goes over the wire, with its envelope. */
export interface WireMail {
  from: string;
  to: string[];
  raw: Buffer;
}

/** Sending a mail failed. If `isHandedOver` is true, the server may have accepted the mail nevertheless. */
export class SmtpFailed extends Error {
  constructor(
    readonly failure: SmtpFailure,
    /** Whether the final dot was sent. */
    readonly isHandedOver: boolean,
  ) {
    super(failure.message);
  }
}

/** One connection, which sends one mail at a time. */
class Session {
  mails = 0;
  isDead = false;
  isHandedOver = false;
  idle?: NodeJS.Timeout;
  private readonly connection: SMTPConnection;

  constructor(private readonly login: SmtpLogin) {
    const note = (_entry: object, text: unknown) => {
      // Only nodemailer's log shows that the final dot was sent.
      if (typeof text === 'string' && text.includes('bytes encoded')) this.isHandedOver = true;
    };
    const logger = {
      level: () => undefined,
      ...{ trace: note, debug: note, info: note, warn: note, error: note, fatal: note },
    };
    const { auth: _, ...server } = login;
    this.connection = new SMTPConnection({ ...server, logger, debug: false });
    // Without an error listener, an error would end the process.
    this.connection.on('error', () => (this.isDead = true));
    this.connection.on('end', () => (this.isDead = true));
  }

  /** @throws SmtpFailure if connecting or signing in fails */
  async open(): Promise<this> {
    const { connection } = this;
    const { auth } = this.login;
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject);
        connection.once('end', () => reject(new Error('The server hung up.')));
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      if (auth) {
        const { user, pass, accessToken } = auth;
        const credentials = accessToken
          ? { type: 'OAUTH2' as const, user, oauth2: new XOAuth2({ user, accessToken }) }
          : { user, pass: pass ?? '' };
        await new Promise<void>((resolve, reject) =>
          connection.login(credentials, (error) => (error ? reject(error) : resolve())),
        );
      }
      return this;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * @returns the server's errors about the recipients that it refused
   * @throws SmtpFailure if the server refused the mail
   */
  send({ from, to, raw }: WireMail): Promise<SmtpFailure[]> {
    this.mails++;
    this.isHandedOver = false;
    return new Promise((resolve, reject) =>
      this.connection.send({ from, to, size: raw.length }, raw, (error, info) =>
        error ? reject(error) : resolve((info as { rejectedErrors?: SmtpFailure[] }).rejectedErrors ?? []),
      ),
    );
  }

  close(isQuiet = false): void {
    clearTimeout(this.idle);
    if (isQuiet && !this.isDead) this.connection.quit();
    else this.connection.close();
    this.isDead = true;
  }
}

class Line {
  private readonly free: Session[] = [];
  private readonly waiting: (() => void)[] = [];
  private open = 0;

  constructor(
    private readonly login: SmtpLogin,
    private readonly onEmpty: () => void,
  ) {}

  /**
   * Takes a free connection, opens one, or waits for one.
   * @throws SmtpFailure if no connection can be opened
   */
  async take(): Promise<Session> {
    for (;;) {
      const session = this.free.pop();
      if (session) {
        clearTimeout(session.idle);
        if (!session.isDead) return session;
        this.drop(session);
        continue;
      }
      if (this.open < MAX_OPEN) break;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.open++;
    const session = new Session(this.login);
    try {
      return await session.open();
    } catch (error) {
      this.drop(session);
      throw error;
    }
  }

  giveBack(session: Session): void {
    if (session.isDead || session.mails >= MAX_MAILS) return this.drop(session);
    this.free.push(session);
    session.idle = setTimeout(() => {
      const at = this.free.indexOf(session);
      if (at < 0) return;
      this.free.splice(at, 1);
      this.drop(session);
    }, IDLE_MS).unref();
    this.waiting.shift()?.();
  }

  drop(session: Session): void {
    session.close(session.mails > 0);
    this.open--;
    this.waiting.shift()?.();
    if (this.open === 0 && this.waiting.length === 0) this.onEmpty();
  }

  close(): void {
    for (const session of this.free.splice(0)) this.drop(session);
  }
}

/**
 * Keeps connections to mail servers open for the next mail: at most `MAX_OPEN` per login, each until it has been
 * idle for `IDLE_MS`. Another login has its own connections, so changed settings take effect immediately.
 */
export class SmtpPool {
  private readonly lines = new Map<string, Line>();

  /**
   * Sends a mail.
   * @returns the server's errors about refused recipients, if it accepted others
   * @throws SmtpFailed if the server refused the mail, or if it is unknown whether the server accepted it
   */
  async send(login: SmtpLogin, mail: WireMail): Promise<SmtpFailure[]> {
    const line = this.lineOf(login);
    for (;;) {
      const session = await line.take().catch((error: SmtpFailure) => {
        throw new SmtpFailed(error, false);
      });
      const isFresh = session.mails === 0;
      try {
        const refused = await session.send(mail);
        line.giveBack(session);
        return refused;
      } catch (error) {
        const { isHandedOver } = session;
        line.drop(session);
        const failure = error as SmtpFailure;
        // A server closes idle connections, which shows only at the next command: retry on another connection.
        if (!isFresh && !isHandedOver && failure.responseCode === undefined) continue;
        throw new SmtpFailed(failure, isHandedOver);
      }
    }
  }

  /** Closes all idle connections. */
  close(): void {
    for (const line of this.lines.values()) line.close();
  }

  private lineOf(login: SmtpLogin): Line {
    const key = createHash('sha256').update(JSON.stringify(login)).digest('hex');
    const known = this.lines.get(key);
    if (known) return known;
    const line = new Line(login, () => {
      if (this.lines.get(key) === line) this.lines.delete(key);
    });
    this.lines.set(key, line);
    return line;
  }
}
