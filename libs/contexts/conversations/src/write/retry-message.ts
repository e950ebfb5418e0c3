import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { keyOfRepeat } from '@parley/contracts/api/client-key';
import type { SendResponse } from '@parley/contracts/api/conversations';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { message } from '../domain/message';
import type { SendContext } from '../domain/send-context';
import { clientKeyOf, idOfRepeat, idOfSentPart } from './message-ids';
import { ToMessage } from './message.handler';

interface RetryRequest {
  chatId: string;
  /** The message that failed. */
  failedId: string;
  idempotencyKey: string;
  sendContext: SendContext;
}

/**
 * Has a failed message said again, word for word, its signature included. The failed message's own stream decides who
 * does: it names the one message that repeats it, and that one is queued.
 */
@Injectable()
export class RetryMessage {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  /**
   * The same key again answers with the same message.
   * @throws NotFound for a message that is not of this conversation
   * @throws Rejected `not_retryable` for what was sent, or still may be; `already_retried` where somebody was faster;
   * or by the rules of sending
   */
  async retry(
    { chatId, failedId, idempotencyKey, sendContext }: RetryRequest,
    context: CommandContext,
  ): Promise<SendResponse> {
    const { customerId, actor } = context;
    const { state } = await this.aggregates.load(message, 'message', failedId, customerId);
    if (state.written?.conversationId !== chatId) throw new NotFound();
    const userId = actor.id;
    const before = await this.queuedBefore({ chatId, failedId, idempotencyKey }, context);
    if (before) return before;
    const as = idOfRepeat(customerId, { userId, failedId, idempotencyKey });
    try {
      await this.commands.execute(
        new ToMessage(failedId, { type: 'Retry', as, userId, sendContext }, context),
      );
    } catch (error) {
      // Its winner may have stopped before it was queued: nobody else can have it sent any more.
      if (error instanceof Rejected && error.code === 'already_retried')
        await this.queueRepeat(failedId, context);
      throw error;
    }
    return this.queueRepeat(failedId, context);
  }

  /** Releases before queued a retry under the name of a send: its answer may have been lost while they were replaced. */
  private async queuedBefore(
    { chatId, failedId, idempotencyKey }: Omit<RetryRequest, 'sendContext'>,
    { customerId, actor }: CommandContext,
  ): Promise<SendResponse | null> {
    const id = idOfSentPart(customerId, actor.id, idempotencyKey, 0);
    if (id === failedId) return null;
    const { state } = await this.aggregates.load(message, 'message', id, customerId);
    if (state.origin !== 'queued') return null;
    // A key that was used for another conversation would answer with a message the viewer may not see.
    if (state.written?.conversationId !== chatId) throw new Rejected('idempotency_key_reused');
    const clientKey = clientKeyOf(idempotencyKey, 0);
    const status = state.status ?? 'pending';
    return { entries: [{ id, status, statusReason: null, clientKey }], position: '' };
  }

  /** Queues what the failed message names, for the user who won; where it is queued already, nothing happens. */
  private async queueRepeat(failedId: string, context: CommandContext): Promise<SendResponse> {
    const { state } = await this.aggregates.load(message, 'message', failedId, context.customerId);
    const { retried, written } = state;
    if (!retried || !written?.content || !written.context) throw new Rejected('not_retryable');
    const { content, context: quoted, conversationId, channelId, contactId, identityId } = written;
    const clientKey = clientKeyOf(keyOfRepeat(failedId), 0);
    const { state: repeat, position } = await this.commands.execute(
      new ToMessage(
        retried.as,
        {
          type: 'Repeat',
          retryOf: failedId,
          ...{ conversationId, channelId, contactId, identityId, content, context: quoted, clientKey },
        },
        { ...context, actor: { type: 'user', id: retried.userId } },
        true,
      ),
    );
    const status = repeat.status ?? 'pending';
    return { entries: [{ id: retried.as, status, statusReason: null, clientKey }], position: position ?? '' };
  }
}
