import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandBus } from '@nestjs/cqrs';
import type { AssistantLine } from '@parley/contracts/api/assistant';
import { defaultAssistantSettings, type AssistantSettings } from '@parley/contracts/events';
import { CompletionsDouble } from '@parley/doubles/completions/completions-double';
import type { Config } from '@parley/platform/config/config';
import { readLimits } from '@parley/platform/config/limits';
import type { Principal } from '@parley/platform/http/principal';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import type { Asked } from '../domain/prompt';
import { ChatCompletions } from '../provider/chat-completions';
import { TokenCounter } from '../provider/tokens';
import type { AssistantQueries } from '../read/assistant.queries';
import { Assist } from '../write/assist';
import { type ToAssistantRun } from '../domain/assistant-run';
import type { Providers } from '../write/providers';

const KEY = 'a-key-of-the-double';
export const me = { userId: 'u', customerId: 'c', role: 'user' } as Principal;

export const asked: Asked = {
  ...{ action: 'rewrite', model: 'echo', text: 'hello', language: null, otherLanguage: '' },
  ...{ messages: [], speaks: 'en' },
};

export interface Office {
  settings?: Partial<AssistantSettings>;
  used?: { tokens: number; requests: number };
  limits?: Record<string, string>;
}

/** A fake provider that listens on a port, and assistants of organisations that use it. */
export class AssistantAtDouble {
  readonly double = new CompletionsDouble({ key: KEY });
  private readonly pool = new WorkerPool();
  private readonly tokens = new TokenCounter(this.pool);
  private server!: Server;

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async start(): Promise<void> {
    this.server = await new Promise<Server>((resolve) => {
      const listening = this.double.app.listen(0, '127.0.0.1', () => resolve(listening));
    });
  }

  async stop(): Promise<void> {
    await this.pool.onApplicationShutdown();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The assistant of an organisation at the fake provider, and the commands that it executes. */
  office({ settings, used = { tokens: 0, requests: 0 }, limits = {} }: Office = {}) {
    const executed: ToAssistantRun[] = [];
    const base = `http://127.0.0.1:${this.port}`;
    const to = async (path: string) => ({ url: new URL(base + path), address: '127.0.0.1' });
    const all = { ...defaultAssistantSettings, ...settings };
    const completions = new ChatCompletions();
    completions.wait = async () => undefined;
    const assist = new Assist(
      { of: async () => ({ provider: { to, key: KEY }, settings: all }) } as unknown as Providers,
      completions,
      { use: async () => used } as unknown as AssistantQueries,
      this.tokens,
      { execute: async (command: ToAssistantRun) => void executed.push(command) } as unknown as CommandBus,
      { limits: readLimits(limits) } as Config,
    );
    return { assist, executed, told: () => executed.map(({ command }) => command) };
  }
}

/** Runs a request, and collects the lines that the user gets. */
export async function run(
  { assist }: { assist: Assist },
  more: Partial<Asked>,
  signal = new AbortController().signal,
) {
  const lines: AssistantLine[] = [];
  for await (const line of assist.run(me, 'id', { ...asked, ...more }, signal)) lines.push(line);
  const text = lines.map((line) => (line.type === 'text' ? line.text : '')).join('');
  return { lines, text, ended: lines.at(-1) };
}
