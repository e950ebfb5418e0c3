import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { keyOfRepeat } from '@parley/contracts/api/client-key';
import type { SendResponse } from '@parley/contracts/api/conversations';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { message, ToMessage } from '../domain/message';
import type { SendContext } from '../domain/send-context';
import { clientKeyOf, idOfRepeat, idOfSentPart } from './message-ids';

interface RetryRequest {
  chatId: string;
  failedId: string;
  idempotencyKey: string;
  sendContext: SendContext;
}

/**
 * Repeats a failed message word for word, including its signature. The failed message's stream serialises retries: it
 * records the id of the single message that repeats it, and that message is then queued.
 */
@Injectable()
export class RetryMessage {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  /**
   * Retries a failed message; the same key again returns the same message.
   * @throws NotFound if the message does not belong to this conversation
   * @throws Rejected `not_retryable` if the message was sent or may still be sent; `already_retried` if a colleague
   * was faster; or a code of the rules of sending
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
      // The colleague's request may have stopped before it queued the repeating message, so this request queues it.
      if (error instanceof Rejected && error.code === 'already_retried')
        await this.queueRepeat(failedId, context);
      throw error;
    }
    return this.queueRepeat(failedId, context);
  }

  /**
   * Finds a retry that an earlier release queued under the id of a send, in case its response was lost during the
   * upgrade.
   */
  private async queuedBefore(
    { chatId, failedId, idempotencyKey }: Omit<RetryRequest, 'sendContext'>,
    { customerId, actor }: CommandContext,
  ): Promise<SendResponse | null> {
    const id = idOfSentPart(customerId, actor.id, idempotencyKey, 0);
    if (id === failedId) return null;
    const { state } = await this.aggregates.load(message, 'message', id, customerId);
    if (state.origin !== 'queued') return null;
    // The key was used in another conversation, whose message the viewer may not be allowed to see.
    if (state.written?.conversationId !== chatId) throw new Rejected('idempotency_key_reused');
    const clientKey = clientKeyOf(idempotencyKey, 0);
    const status = state.status ?? 'pending';
    return { entries: [{ id, status, statusReason: null, clientKey }], position: '' };
  }

  /**
   * Queues the message whose id the failed message has recorded, in the name of the user whose retry won; a no-op if
   * it is queued already.
   */
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
