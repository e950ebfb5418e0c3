import { randomBytes, randomInt } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import { formOf, give, postWebhook, ProviderDouble, type Refusal } from '../provider/provider-double';

export interface TelegramDoubleOptions {
  /** `<bot id>:<secret>`. */
  botToken: string;
}

/** A message that the bot sent. */
export interface TelegramSend {
  /** `sendMessage`, `sendPhoto`, … */
  method: string;
  messageId: number;
  fields: Record<string, unknown>;
  /** A file that went up with it. */
  file?: { field: string; body: Buffer; contentType: string };
}

/** An error of the Bot API. */
export function telegramError(
  code: number,
  description: string,
  parameters?: { retry_after: number },
): Refusal {
  return {
    status: code,
    body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
  };
}

/** A double of Telegram's Bot API (10.1), for tests and the demo. It posts updates to where `setWebhook` says. */
export class TelegramDouble extends ProviderDouble {
  /** Messages that were accepted, oldest first. */
  readonly sends: TelegramSend[] = [];
  webhook: { url: string; secret: string; allowedUpdates: string[] } | null = null;
  /** Chats with people who blocked the bot. */
  readonly blockedBy = new Set<string>();
  /** Chats that do not exist. */
  readonly unknownChats = new Set<string>();
  private readonly files = new Map<string, { body: Buffer; path: string }>();
  private messageId = randomInt(1, 1_000_000);
  private updateId = randomInt(1, 1_000_000_000);

  constructor(private readonly options: TelegramDoubleOptions) {
    super();
    this.app.use(['/bot:token', '/file/bot:token'], (request, answer, next) => {
      if (request.params.token === this.options.botToken) return next();
      return give(answer, telegramError(401, 'Unauthorized'));
    });
    this.app.get('/file/bot:token/*path', (request, answer) => {
      const path = ([] as string[]).concat(request.params.path).join('/');
      const file = [...this.files.values()].find((known) => known.path === path);
      return file ? void answer.send(file.body) : give(answer, telegramError(404, 'Not Found'));
    });
    const parsers = [
      express.json({ limit: '1mb' }),
      express.raw({ type: 'multipart/form-data', limit: '51mb' }),
    ];
    this.app.post('/bot:token/:method', ...parsers, (request, answer) => this.take(request, answer));
    this.app.use((_, answer) => give(answer, telegramError(404, 'Not Found')));
  }

  /** Keeps a file that an update can then name. */
  addFile(body: Buffer, path: string): string {
    const id = randomBytes(24).toString('base64url');
    this.files.set(id, { body, path });
    return id;
  }

  /** Posts an update, as Telegram does until it is answered with 2xx. @returns the last answer's status */
  async post(update: object, times = 1): Promise<number> {
    const { url, secret } = this.webhook ?? { url: '', secret: '' };
    const body = Buffer.from(JSON.stringify({ update_id: this.updateId++, ...update }));
    const headers = { 'x-telegram-bot-api-secret-token': secret };
    return postWebhook(url, { body, headers }, { times });
  }

  /** A message from somebody, as the part of an update. */
  message(from: { id: number; first_name: string; username?: string }, more: object): object {
    const chat = { ...from, type: 'private' };
    const date = Math.floor(Date.now() / 1000);
    return {
      message: { message_id: this.messageId++, from: { ...from, is_bot: false }, chat, date, ...more },
    };
  }

  private async take(request: Request, answer: Answer): Promise<void> {
    const method = String(request.params.method);
    const { fields, file } = await this.read(request);
    if (method.startsWith('send')) return this.takeMessage(request, answer, { method, fields, file });
    switch (method) {
      case 'getMe': {
        const id = Number(this.options.botToken.split(':')[0]);
        answer.json({
          ok: true,
          result: { id, is_bot: true, first_name: 'Harbour Bikes', username: 'harbour_bot' },
        });
        return;
      }
      case 'setWebhook': {
        const { url, secret_token, allowed_updates } = fields;
        if (!/^[\w-]{1,256}$/.test(String(secret_token))) {
          return give(answer, telegramError(400, 'Bad Request: secret token contains unallowed characters'));
        }
        this.webhook = {
          url: String(url),
          secret: String(secret_token),
          allowedUpdates: allowed_updates as string[],
        };
        answer.json({ ok: true, result: true, description: 'Webhook was set' });
        return;
      }
      case 'getFile': {
        const found = this.files.get(String(fields.file_id));
        if (!found) return give(answer, telegramError(400, 'Bad Request: invalid file_id'));
        if (found.body.length > 20 * 1024 * 1024) {
          return give(answer, telegramError(400, 'Bad Request: file is too big'));
        }
        const result = { file_id: fields.file_id, file_size: found.body.length, file_path: found.path };
        answer.json({ ok: true, result });
        return;
      }
      default:
        return give(answer, telegramError(404, 'Not Found: method not found'));
    }
  }

  private takeMessage(
    request: Request,
    answer: Answer,
    send: Omit<TelegramSend, 'messageId'>,
  ): Promise<void> {
    const take = () => {
      const messageId = this.messageId++;
      this.sends.push({ ...send, messageId });
      const chat = { id: Number(send.fields.chat_id), type: 'private' };
      return { ok: true, result: { message_id: messageId, chat, date: Math.floor(Date.now() / 1000) } };
    };
    return this.takeSend(request, answer, take, this.refusalOf(send));
  }

  private refusalOf({ fields }: Omit<TelegramSend, 'messageId'>): Refusal | null {
    const chat = String(fields.chat_id);
    if (this.blockedBy.has(chat)) return telegramError(403, 'Forbidden: bot was blocked by the user');
    if (this.unknownChats.has(chat)) return telegramError(400, 'Bad Request: chat not found');
    if (lengthOf(fields.text) > 4096) return telegramError(400, 'Bad Request: message is too long');
    if (lengthOf(fields.caption) > 1024) {
      return telegramError(400, 'Bad Request: message caption is too long');
    }
    return null;
  }

  private async read(request: Request): Promise<Pick<TelegramSend, 'fields' | 'file'>> {
    if (!Buffer.isBuffer(request.body)) return { fields: (request.body ?? {}) as Record<string, unknown> };
    const form = await formOf(request);
    const fields: Record<string, unknown> = {};
    let file: TelegramSend['file'];
    for (const [field, value] of form ?? []) {
      if (typeof value === 'string') fields[field] = value;
      else file = { field, body: Buffer.from(await value.arrayBuffer()), contentType: value.type };
    }
    return { fields, file };
  }
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
