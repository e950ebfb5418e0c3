import { io, type Socket } from 'socket.io-client';
import type { Job } from '@parley/contracts/api/jobs';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import type {
  Ack,
  ChangedPush,
  ClientEvent,
  ClientToServer,
  InboxPush,
  ListPush,
  Look,
  PresencePush,
  SentDraft,
  ServerToClient,
  ThreadPush,
  TranscriptPush,
} from '@parley/contracts/push/index';
import type { Role } from '@parley/contracts/events';
import { Authenticator, type Concerned, type Principal } from '@parley/platform/http/principal';

interface Claims {
  userId: string;
  customerId: string;
}

/** Makes a token in the form of an ID token, whose signature is the word `good`. */
export function tokenOf(claims: Claims, { signature = 'good', expiresIn = 3_600 } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  return `${part({ alg: 'none' })}.${part({ ...claims, exp })}.${signature}`;
}

export class AuthenticatorDouble extends Authenticator {
  /** Abilities that a user lacks, as `user/subject:action`. */
  readonly refused = new Set<string>();
  /** Roles by user; 'user' by default. */
  readonly roles = new Map<string, Role>();
  private readonly listeners: ((isConcerned: Concerned) => void)[] = [];

  authenticate(token: string | undefined): Promise<Principal | null> {
    const [, payload, signature] = (token ?? '').split('.');
    if (!payload || signature !== 'good') return Promise.resolve(null);
    const { userId, customerId, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims & {
      exp: number;
    };
    if (exp * 1000 <= Date.now()) return Promise.resolve(null);
    const role = this.roles.get(userId) ?? 'user';
    const can = (action: string, subject: string) => !this.refused.has(`${userId}/${subject}:${action}`);
    return Promise.resolve({ userId, customerId, role, can });
  }

  onChange(hear: (isConcerned: Concerned) => void): void {
    this.listeners.push(hear);
  }

  change(userId: string, role: Role): void {
    this.roles.set(userId, role);
    for (const hear of this.listeners) hear((principal) => principal.userId === userId);
  }

  authenticateCookie(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** A browser tab that records everything it receives. */
export class Tab {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  readonly pushes: (ListPush | ThreadPush)[] = [];
  readonly inbox: InboxPush[] = [];
  readonly transcript: TranscriptPush[] = [];
  readonly resets: string[] = [];
  readonly changes: ChangedPush[] = [];
  readonly jobs: Job[] = [];
  readonly sent: SentDraft[] = [];
  readonly heard: ClientEvent[] = [];
  readonly presences: PresencePush[] = [];
  readonly ends: string[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(url: string, options: Partial<Parameters<typeof io>[1] & object> = {}) {
    this.socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options });
    const keep =
      <T>(into: T[]) =>
      (value: T) => {
        into.push(value);
        for (const look of this.waiting) look();
      };
    const toPushes = keep(this.pushes);
    this.socket.on('push', (push) => {
      if (push.view === 'inbox') this.inbox.push(push);
      if (push.view === 'transcript') this.transcript.push(push);
      toPushes(push);
    });
    const toResets = keep(this.resets);
    this.socket.on('reset', ({ view }) => toResets(view));
    this.socket.on('changed', keep(this.changes));
    this.socket.on('job', keep(this.jobs));
    this.socket.on('sentDraft', keep(this.sent));
    this.socket.on('clientEvent', keep(this.heard));
    this.socket.on('presence', keep(this.presences));
    const toEnds = keep(this.ends);
    this.socket.on('ended', ({ code }) => toEnds(code));
    this.socket.on('connect_error', (error) =>
      toEnds((error as Error & { data?: { code: string } }).data?.code ?? ''),
    );
    this.socket.on('disconnect', () => toEnds('disconnect'));
  }

  connected(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.socket.once('connect', () => resolve(this));
      this.socket.once('connect_error', reject);
    });
  }

  /** Resolves once a received message makes `isSo` true. */
  async until(isSo: (tab: this) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo(this)) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  resume(cursors: Parameters<ClientToServer['resume']>[0]): Promise<Ack> {
    return this.socket.emitWithAck('resume', cursors);
  }

  follow(thread: Parameters<ClientToServer['follow']>[0]): Promise<Ack> {
    return this.socket.emitWithAck('follow', thread);
  }

  look(look: Look | null): Promise<Ack> {
    return this.socket.emitWithAck('look', look);
  }

  /** @returns the users at a conversation, as last pushed to this tab */
  presentIn(chatId: string): string[] {
    const present = new Map<string, string[]>();
    for (const { isAll, chats } of this.presences) {
      if (isAll) present.clear();
      for (const { chatId: id, users } of chats) {
        const names = users.map(({ userId, isTyping }) => (isTyping ? `${userId} types` : userId));
        present.set(id, names.sort());
      }
    }
    return present.get(chatId) ?? [];
  }

  say(rooms: string[], data = 'typing'): Promise<Ack> {
    return this.socket.emitWithAck('emitClientEvent', {
      event: 'startTyping',
      iv: '0123456789abcdef',
      rooms,
      data,
    });
  }

  /** Conversations that pushes have added and not removed, in their latest state. */
  get chats(): Map<string, Chat> {
    const chats = new Map<string, Chat>();
    for (const push of this.inbox) {
      for (const chat of push.rows) chats.set(chat.id, chat);
      for (const id of push.gone) chats.delete(id);
    }
    return chats;
  }

  get shown(): string[] {
    return [...this.chats.keys()];
  }

  get entries(): Map<string, ChatEntry> {
    return new Map(this.transcript.flatMap(({ rows }) => rows.map((entry) => [entry.id, entry])));
  }
}
