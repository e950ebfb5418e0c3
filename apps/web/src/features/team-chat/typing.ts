import type { CustomerResponse } from '@parley/contracts/api/access';
import type { ClientEvent } from '@parley/contracts/push/index';
import { api } from '../../lib/api-client';
import { createKeyedStore } from '../../lib/keyed-store';
import type { Realtime } from '../../lib/realtime';

/** A start is said again as often as this (spec, section 9). */
const REPEAT_MS = 3_000;
/** Nobody has typed for so long: they have stopped. */
const IDLE_MS = 15_000;
/** Who said nothing for so long has stopped, whatever became of the stop. */
const FORGET_MS = 18_000;
/** Enter, none, Tab, Alt, Shift: no typing (spec, section 4). */
const SILENT_KEYS = new Set([13, 0, 9, 18, 16]);

const nobody: readonly string[] = [];

/** Users who type in a chat just now. */
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

/** Without a connection nobody knows. */
export function forgetTyping(): void {
  for (const timer of forgetting.values()) clearTimeout(timer);
  forgetting.clear();
  for (const chatId of typing.keys()) typing.set(chatId, nobody);
}

/** Seals and opens client events with the key of one's organisation: AES in counter mode, an iv of 16 characters. */
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

/** Says that somebody types in a chat: at once, again every 3 s, and that they stopped. */
export class TypingSignal {
  private repeating: ReturnType<typeof setInterval> | undefined;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly chatId: string,
    private readonly user: { id: string; displayName: string },
    private readonly say: (event: string, body: object) => void,
  ) {}

  /** @param keyCode of the key, as browsers name it */
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

/** Where a browser cannot seal, on plain HTTP, nobody is told. */
export function sayer(realtime: Realtime, events: ClientEvents): (event: string, body: object) => void {
  return (event, body) => {
    if (!('subtle' in crypto)) return;
    events.seal(event, body).then(
      (sealed) => realtime.say(sealed),
      () => undefined,
    );
  };
}
