import { randomInt } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import {
  ApiDouble,
  formOf,
  give,
  type DoubleSend,
  type DoubleWebhook,
  type Refusal,
} from '../provider/api-double';

export interface TelegramDoubleOptions {
  /** Token of the form `<bot id>:<secret>`. */
  botToken: string;
}

export interface TelegramSend extends DoubleSend {
  /** Called method of the Bot API: `sendMessage`, `sendPhoto`, … */
  method: string;
  /** A file that was uploaded with the message. */
  file?: { field: string; body: Buffer; contentType: string };
}

/** Makes an error of the Bot API. */
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

/** Fake of Telegram's Bot API (10.1), for tests and the demo. Posts updates to the address of `setWebhook`. */
export class TelegramDouble extends ApiDouble<Refusal, TelegramSend> {
  /** Secret for webhooks, as the product has set it. */
  webhookSecret = '';
  allowedUpdates: string[] = [];
  /** Ids of chats with people who have blocked the bot. */
  readonly blockedBy = new Set<string>();
  /** Ids of chats that do not exist. */
  readonly unknownChats = new Set<string>();
  private messageId = randomInt(1, 1_000_000);
  private updateId = randomInt(1, 1_000_000_000);

  /** Ids of the button presses to which the bot has responded. */
  readonly answeredPresses: string[] = [];
  /** File ids of profile photos by user id. */
  readonly profilePhotos = new Map<string, string>();

  constructor(private readonly options: TelegramDoubleOptions) {
    super();
    this.app.use(['/bot:token', '/file/bot:token'], (request, answer, next) => {
      if (request.params.token === this.options.botToken) return next();
      return give(answer, telegramError(401, 'Unauthorized'));
    });
    this.app.get('/file/bot:token/*path', (request, answer) => {
      this.serveFile(([] as string[]).concat(request.params.path).at(-1)!, answer);
    });
    const parsers = [
      express.json({ limit: '1mb' }),
      express.raw({ type: 'multipart/form-data', limit: '51mb' }),
    ];
    this.app.post('/bot:token/:method', ...parsers, (request, answer) => this.answer(request, answer));
    this.app.use((_, answer) => give(answer, telegramError(404, 'Not Found')));
  }

  /** Makes a webhook of a contact's message. */
  message(from: { id: number; first_name: string; username?: string }, more: object): DoubleWebhook {
    const chat = { ...from, type: 'private' };
    const date = Math.floor(Date.now() / 1000);
    const message = { message_id: this.messageId++, from: { ...from, is_bot: false }, chat, date, ...more };
    return {
      url: this.callbackUrl ?? '',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': this.webhookSecret,
      },
      body: JSON.stringify({ update_id: this.updateId++, message }),
    };
  }

  /** Null, since Telegram does not report the status of a message. */
  protected status(): null {
    return null;
  }

  private async answer(request: Request, answer: Answer): Promise<void> {
    const method = String(request.params.method);
    const { body: fields, file } = await this.read(request);
    if (method.startsWith('send')) return this.takeMessage(request, answer, { method, body: fields, file });
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
        this.callbackUrl = String(url);
        this.webhookSecret = String(secret_token);
        this.allowedUpdates = allowed_updates as string[];
        answer.json({ ok: true, result: true, description: 'Webhook was set' });
        return;
      }
      case 'getUserProfilePhotos': {
        const file_id = this.profilePhotos.get(String(fields.user_id));
        const sizes = file_id ? [{ file_id, file_unique_id: 'u', width: 160, height: 160 }] : [];
        answer.json({ ok: true, result: { total_count: sizes.length, photos: file_id ? [sizes] : [] } });
        return;
      }
      case 'answerCallbackQuery':
        this.answeredPresses.push(String(fields.callback_query_id));
        answer.json({ ok: true, result: true });
        return;
      case 'getFile': {
        const found = this.file(String(fields.file_id));
        if (!found) return give(answer, telegramError(400, 'Bad Request: invalid file_id'));
        if (found.body.length > 20 * 1024 * 1024) {
          return give(answer, telegramError(400, 'Bad Request: file is too big'));
        }
        const path = `files/${String(fields.file_id)}`;
        const result = { file_id: fields.file_id, file_size: found.body.length, file_path: path };
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
    asked: Pick<TelegramSend, 'method' | 'body' | 'file'>,
  ): Promise<void> {
    const messageId = this.messageId++;
    const recipient = String(asked.body.chat_id);
    const send = { ...asked, recipient, externalId: String(messageId) };
    const chat = { id: Number(recipient), type: 'private' };
    return this.take(send, request, {
      succeed: () =>
        answer.json({
          ok: true,
          result: { message_id: messageId, chat, date: Math.floor(Date.now() / 1000) },
        }),
      fail: (refusal) => give(answer, refusal),
      refusal: this.refusalOf(send),
    });
  }

  private refusalOf({ recipient: chat, body: fields }: TelegramSend): Refusal | undefined {
    if (this.blockedBy.has(chat)) return telegramError(403, 'Forbidden: bot was blocked by the user');
    if (this.unknownChats.has(chat)) return telegramError(400, 'Bad Request: chat not found');
    if (lengthOf(fields.text) > 4096) return telegramError(400, 'Bad Request: message is too long');
    if (lengthOf(fields.caption) > 1024) {
      return telegramError(400, 'Bad Request: message caption is too long');
    }
    return undefined;
  }

  private async read(request: Request): Promise<Pick<TelegramSend, 'body' | 'file'>> {
    if (!Buffer.isBuffer(request.body)) return { body: (request.body ?? {}) as Record<string, unknown> };
    const form = await formOf(request);
    const fields: Record<string, unknown> = {};
    let file: TelegramSend['file'];
    for (const [field, value] of form ?? []) {
      if (typeof value === 'string') fields[field] = value;
      else file = { field, body: Buffer.from(await value.arrayBuffer()), contentType: value.type };
    }
    return { body: fields, file };
  }
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
