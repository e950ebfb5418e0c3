import type { CustomerResponse } from '@parley/contracts/api/access';
import type { ClientEvent } from '@parley/contracts/push/index';
import { api } from '../../lib/api-client';
import { createKeyedStore } from '../../lib/keyed-store';
import type { Realtime } from '../../lib/realtime';

/** Interval in ms of repeated typing reports (spec, section 9). */
const REPEAT_MS = 3_000;
/**
 * Time in ms without a key after which typing has stopped. For conversations with contacts, see
 * `conversation/live/use-look.ts`.
 */
const IDLE_MS = 15_000;
/**
 * Time in ms without a report after which a user counts as no longer typing, in case the report of the end was lost.
 */
const FORGET_MS = 18_000;
/**
 * Key codes that do not count as typing (spec, section 4): Enter (13), unknown key (0), Tab (9), Alt (18), Shift
 * (16).
 */
const SILENT_KEYS = new Set([13, 0, 9, 18, 16]);

const nobody: readonly string[] = [];

/** Ids of the users who are typing, by chat. */
export const typing = createKeyedStore(nobody);
const forgetting = new Map<string, ReturnType<typeof setTimeout>>();

export function startsTyping(chatId: string, userId: string): void {
  const key = `${chatId} ${userId}`;
  clearTimeout(forgetting.get(key));
  forgetting.set(
    key,
    setTimeout(() => stopsTyping(chatId, userId), FORGET_MS),
  );
  typing.update(chatId, (users) => (users.includes(userId) ? users : [...users, userId]));
}

export function stopsTyping(chatId: string, userId: string): void {
  clearTimeout(forgetting.get(`${chatId} ${userId}`));
  forgetting.delete(`${chatId} ${userId}`);
  typing.update(chatId, (users) => {
    const others = users.filter((user) => user !== userId);
    return others.length > 0 ? others : nobody;
  });
}

/** Call when the connection is lost, since the users who type are then unknown. */
export function forgetTyping(): void {
  for (const timer of forgetting.values()) clearTimeout(timer);
  forgetting.clear();
  for (const chatId of typing.keys()) typing.set(chatId, nobody);
}

/**
 * Encrypts and decrypts events among the clients of an organisation with its key: AES in counter mode, with an IV of
 * 16 characters.
 */
export class ClientEvents {
  private key: Promise<CryptoKey> | undefined;

  constructor(private readonly customerId: string) {}

  async seal(event: string, body: object): Promise<ClientEvent> {
    const iv = [...crypto.getRandomValues(new Uint8Array(8))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const sealed = await crypto.subtle.encrypt(modeOf(iv), await this.loadKey(), bytes);
    const data = btoa(String.fromCharCode(...new Uint8Array(sealed)));
    return { event, iv, rooms: [`customer-${this.customerId}`], data };
  }

  async open({ iv, data }: ClientEvent): Promise<{ chatId: string; userId: string }> {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const opened = await crypto.subtle.decrypt(modeOf(iv), await this.loadKey(), bytes);
    return JSON.parse(new TextDecoder().decode(opened)) as { chatId: string; userId: string };
  }

  private loadKey(): Promise<CryptoKey> {
    this.key ??= this.fetchKey();
    this.key.catch(() => (this.key = undefined));
    return this.key;
  }

  private async fetchKey(): Promise<CryptoKey> {
    const { encryptionKey } = await api<CustomerResponse>(`/api/gateway/v1/customers/${this.customerId}/`);
    const base64 = encryptionKey.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return crypto.subtle.importKey('raw', bytes, 'AES-CTR', false, ['encrypt', 'decrypt']);
  }
}

function modeOf(iv: string) {
  return { name: 'AES-CTR', counter: new TextEncoder().encode(iv), length: 128 };
}

/** Reports the user's typing in a chat: its start, again every 3 s, and its end. */
export class TypingSignal {
  private repeating: ReturnType<typeof setInterval> | undefined;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly chatId: string,
    private readonly user: { id: string; displayName: string },
    private readonly say: (event: string, body: object) => void,
  ) {}

  /** @param keyCode `KeyboardEvent.keyCode` */
  press(keyCode: number): void {
    if (SILENT_KEYS.has(keyCode)) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.stop(), IDLE_MS);
    if (this.repeating !== undefined) return;
    this.start();
    this.repeating = setInterval(() => this.start(), REPEAT_MS);
  }

  stop(): void {
    clearTimeout(this.idle);
    if (this.repeating === undefined) return;
    clearInterval(this.repeating);
    this.repeating = undefined;
    this.say('teamChatStopTyping', this.body());
  }

  private start(): void {
    this.say('teamChatStartTyping', { ...this.body(), typingTime: REPEAT_MS / 1_000 });
  }

  private body() {
    return { chatId: this.chatId, userId: this.user.id, userName: this.user.displayName };
  }
}

/** @returns a function that sends encrypted events; it does nothing over plain HTTP, where browsers cannot encrypt */
export function sayer(realtime: Realtime, events: ClientEvents): (event: string, body: object) => void {
  return (event, body) => {
    if (!('subtle' in crypto)) return;
    events.seal(event, body).then(
      (sealed) => realtime.say(sealed),
      () => undefined,
    );
  };
}
