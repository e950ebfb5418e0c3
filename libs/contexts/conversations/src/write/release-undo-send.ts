import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { idOf, type MessageContent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { RELEASE_SEND } from '../domain/undo-send';
import { message, type MessageCommand, ToMessage } from '../domain/message';
import { InboxQueries, type SendFacts } from '../read/inbox.queries';
import { sendContextOf, signText } from './send-facts';

/** Sends a delayed message at the end of its delay, in the name of the user who wrote it. */
@Injectable()
export class ReleaseUndoSend implements DueCommand {
  readonly name = RELEASE_SEND;

  constructor(
    private readonly aggregates: Aggregates,
    private readonly inbox: InboxQueries,
    private readonly commands: CommandBus,
  ) {}

  async issue({ stream, customerId }: Due): Promise<void> {
    const id = idOf(stream);
    const { state } = await this.aggregates.load(message, 'message', id, customerId);
    if (!state.held || !state.written) return;
    const writer = { customerId, userId: state.held.userId };
    const facts = await this.inbox.find(customerId, state.written.conversationId, writer.userId);
    const now = new Date().toISOString();
    const command = commandFor(state.written.content, facts, { userId: state.held.userId, now });
    const commandId = uuidV5(`${this.name}/${stream}`, customerId);
    const context = requestedBy(writer, { commandId, now });
    await this.commands.execute(new ToMessage(id, command, context));
  }
}

/**
 * The command for a delayed message: withdraws it if its content was erased or its conversation deleted, and sends it
 * otherwise.
 */
function commandFor(
  content: MessageContent | undefined,
  facts: SendFacts | null,
  { userId, now }: { userId: string; now: string },
): MessageCommand {
  if (!content || !facts) return { type: 'Withdraw' };
  const sendContext = sendContextOf(facts, { userId, seenUpTo: undefined, now });
  const signed = content.type === 'text' ? { ...content, text: signText(content.text, facts) } : content;
  return { type: 'Release', content: signed, sendContext, at: now };
}
