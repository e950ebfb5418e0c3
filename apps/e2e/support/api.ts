import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type {
  Chat,
  ChatEntry,
  ChatList,
  Page,
} from '../../../libs/foundation/contracts/src/api/conversations';
import type { Product } from './product';

const MAX_SIGN_IN_MS = 60_000;
const tokenScript = resolve(__dirname, '../../../scripts/token');

/** The product's REST API, called as one of the demo's users. */
export class Api {
  private constructor(
    private readonly product: Product,
    readonly bearer: string,
  ) {}

  static async signIn(product: Product, email: string): Promise<Api> {
    const { stdout } = await promisify(execFile)(tokenScript, [email], {
      env: product.env,
      timeout: MAX_SIGN_IN_MS,
    });
    return new Api(product, stdout.trim());
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.request('GET', path);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(this.product.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.bearer}`,
        'api-key': 'parley-web',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  }

  /** All conversations of a list, from all its pages. */
  async chats(list: ChatList): Promise<Chat[]> {
    const chats: Chat[] = [];
    for (let page = 1; ; page++) {
      const { data, pageCount } = await this.get<Page<Chat>>(
        `/api/v3/messaging-chats/chats-list?list=${list}&page=${page}`,
      );
      chats.push(...data);
      if (page >= pageCount) return chats;
    }
  }

  /** All messages of a conversation, newest first, without events. */
  async messages(chatId: string): Promise<ChatEntry[]> {
    const entries: ChatEntry[] = [];
    for (let page = 1; ; page++) {
      const { data, pageCount } = await this.get<Page<ChatEntry>>(
        `/api/v3/messaging-chats/${chatId}/entries?page=${page}&limit=100`,
      );
      entries.push(...data);
      if (page >= pageCount) return entries.filter((entry) => entry.type !== 'event');
    }
  }
}
