import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ASSISTANT_REQUEST_LENGTH,
  type AssistantLine,
  type AssistantTokensResponse,
} from '@parley/contracts/api/assistant';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { AssistantSettings, DataOf } from '@parley/contracts/events';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Config } from '@parley/platform/config/config';
import type { Principal } from '@parley/platform/http/principal';
import { RateLimit } from '@parley/platform/http/rate-limit';
import { HiddenData, ShownStream } from '../domain/hidden-data';
import { inputOf, promptOf, requireComplete, type Asked, type PromptMessage } from '../domain/prompt';
import { ChatCompletions, type Provider } from '../provider/chat-completions';
import { ProviderFailure } from '../provider/provider-failure';
import { countsExactly, TokenCounter } from '../provider/tokens';
import { AssistantQueries } from '../read/assistant.queries';
import { ToAssistantRun } from '../domain/assistant-run';
import { Providers } from './providers';

type Answer = DataOf<'AssistantAnswered'>;

/** Has a model work on texts. Reads no data itself: the provider gets only what the request contains. */
@Injectable()
export class Assist {
  private readonly logger = new Logger('Assistant');
  private readonly users: RateLimit;
  private readonly organisations: RateLimit;

  constructor(
    private readonly providers: Providers,
    private readonly completions: ChatCompletions,
    private readonly queries: AssistantQueries,
    private readonly tokens: TokenCounter,
    private readonly commands: CommandBus,
    { limits }: Config,
  ) {
    this.users = new RateLimit(limits.assistantRequests);
    this.organisations = new RateLimit(limits.assistantOrganisationRequests);
  }

  /** Returns the number of tokens that a request would have. */
  async count({ customerId }: Principal, asked: Asked): Promise<AssistantTokensResponse> {
    return this.measure(customerId, asked, promptOf(asked, new HiddenData(false), newSeal()));
  }

  /**
   * Runs a request and yields the lines of the answer: `begun`, texts, `ended`.
   * @param id the request's id; a repeated id is rejected
   * @throws Rejected, ProviderFailure, TooManyRequests before the first line
   */
  async *run(me: Principal, id: string, asked: Asked, signal: AbortSignal): AsyncGenerator<AssistantLine> {
    this.users.take(me.userId);
    this.organisations.take(me.customerId);
    requireComplete(asked, ASSISTANT_REQUEST_LENGTH);
    const { provider, settings } = await this.providers.of(me.customerId);
    if (settings.models.length > 0 && !settings.models.includes(asked.model)) {
      throw new ProviderFailure('assistant_model');
    }
    await this.requireLeft(me, settings);
    const hidden = new HiddenData(settings.hidesPersonalData);
    const messages = promptOf(asked, hidden, newSeal());
    const tokens = await this.measure(me.customerId, asked, messages);
    const { action, model, language } = asked;
    await this.tell(me, id, {
      ...{ type: 'Ask', userId: me.userId, action, model, hidden: hidden.count },
      ...{ language: action === 'translate' ? language : null, messages: asked.messages.length },
    });
    const answer: Answer = {
      ...{ outcome: 'stopped', reason: null, isEstimated: true },
      ...{ requestTokens: tokens.request, responseTokens: 0 },
    };
    try {
      yield* this.answer(
        { customerId: me.customerId, provider, model, messages, hidden, tokens, signal },
        answer,
      );
    } catch (error) {
      if (!signal.aborted) {
        answer.outcome = 'failed';
        answer.reason = error instanceof CodedError ? error.code : 'assistant_failed';
        this.logger.warn(`${answer.reason} ${error instanceof CodedError ? (error.detail ?? '') : ''}`);
        // A refused request costs no tokens.
        answer.requestTokens = 0;
      }
      throw error;
    } finally {
      await this.tell(me, id, { type: 'Answer', ...answer });
    }
  }

  private async *answer(
    {
      customerId,
      provider,
      hidden,
      tokens,
      ...completion
    }: {
      customerId: string;
      provider: Provider;
      model: string;
      messages: PromptMessage[];
      hidden: HiddenData;
      tokens: AssistantTokensResponse;
      signal: AbortSignal;
    },
    answer: Answer,
  ): AsyncGenerator<AssistantLine> {
    const shown = new ShownStream(hidden);
    let hasBegun = false;
    let [written, text] = ['', ''];
    try {
      for await (const part of this.completions.complete(provider, completion)) {
        if (!hasBegun) yield { type: 'begun', tokens, hidden: hidden.count };
        hasBegun = true;
        if (part.type === 'usage') {
          if (part.request > 0) answer.requestTokens = part.request;
          answer.responseTokens = part.response;
          answer.isEstimated = part.request === 0;
          continue;
        }
        const piece = part.type === 'text' ? shown.push(part.text) : shown.end();
        if (part.type === 'text') written += part.text;
        text += piece;
        if (piece !== '') yield { type: 'text', text: piece };
        if (part.type !== 'end') continue;
        answer.outcome = part.isWhole ? 'done' : 'cut';
        answer.reason = part.reason;
      }
    } finally {
      if (answer.responseTokens === 0 && written !== '') {
        [answer.responseTokens = 0] = await this.tokens.count([written], customerId).catch(() => [0]);
      }
    }
    const { requestTokens: request, responseTokens: response, isEstimated } = answer;
    yield {
      type: 'ended',
      outcome: answer.outcome === 'done' ? 'done' : 'cut',
      reason: answer.reason,
      tokens: { request, response, total: request + response, isExact: !isEstimated },
      lostLinks: hidden.linksMissingIn(text),
    };
  }

  /** @throws ProviderFailure `assistant_quota` */
  private async requireLeft(
    me: Principal,
    { monthlyTokens, dailyRequests }: AssistantSettings,
  ): Promise<void> {
    if (monthlyTokens === -1 && dailyRequests === -1) return;
    const { tokens, requests } = await this.queries.use(me.customerId, me.userId, new Date().toISOString());
    const isUsedUp =
      (monthlyTokens !== -1 && tokens >= monthlyTokens) ||
      (dailyRequests !== -1 && requests >= dailyRequests);
    if (isUsedUp) throw new ProviderFailure('assistant_quota');
  }

  private async measure(
    customerId: string,
    asked: Asked,
    messages: PromptMessage[],
  ): Promise<AssistantTokensResponse> {
    const texts = [inputOf(asked), ...messages.map(({ content }) => content)];
    const [input = 0, ...sent] = await this.tokens.count(texts, customerId);
    // Each message adds three tokens and one for its role, and the answer adds three.
    const request = sent.reduce((sum, count) => sum + count + 4, 3);
    return { input, request, isExact: countsExactly(asked.model) };
  }

  private async tell(me: Principal, id: string, command: ToAssistantRun['command']): Promise<void> {
    await this.commands.execute(new ToAssistantRun(id, command, requestedNow(me)));
  }
}

function newSeal(): string {
  return randomBytes(8).toString('hex');
}
