import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { contactsView } from '@parley/contacts/read/contacts.projector';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { MAX_FIRST_MESSAGES } from '@parley/contracts/routing/smart-route-rules';
import type { JudgedMessage, Needs } from '@parley/contracts/routing/judge';
import { conversation, ToConversation } from '@parley/conversations/domain/conversation';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { saidIn } from '@parley/conversations/write/said-in';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { ReadyRouting } from '@parley/routing/read/ready-routing';
import { judgedMessage, type Received } from './judged-message';
import { Sharing } from './sharing/sharing';

/**
 * Applies the organisation's rules to each message from a contact. The conversation records one decision per message.
 */
@Injectable()
export class RouteMessageReaction implements Reaction {
  readonly name = 'smart-routing';
  readonly prefixes = ['message-'];
  readonly types = ['MessageReceived'];

  constructor(
    private readonly ready: ReadyRouting,
    private readonly transcript: TranscriptQueries,
    private readonly contacts: ContactQueries,
    private readonly aggregates: Aggregates,
    private readonly views: Views,
    private readonly sharing: Sharing,
    private readonly commands: CommandBus,
  ) {}

  laneOf(event: RecordedEvent): string {
    return (event as Received).data.conversationId;
  }

  /**
   * Selects messages to judge: omits automatic messages, messages of erased contacts, and those of organisations
   * without rules.
   */
  async select(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const judged = (events as Received[]).filter(({ data }) => !data.isAutomatic && data.personal !== null);
    // The rules of each organisation are loaded once per batch, as of its last message in the batch.
    const last = new Map(judged.map(({ customerId, position }) => [customerId, position]));
    const without = new Set<string>();
    for (const [customerId, position] of last) {
      const { routes } = await this.ready.of(customerId, position);
      if (routes.isEmpty) without.add(customerId);
    }
    return judged.filter(({ customerId }) => !without.has(customerId));
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as Received;
    const { customerId, position, data, time } = event;
    const { routes, targets } = await this.ready.of(customerId);
    const message = await this.completed(event, routes.needs);
    const found = routes.match(message);
    const judged = {
      ...{ messageId: idOf(event.stream), position },
      ...found,
      ...routes.deedsOf(found.matched, targets),
    };
    const { conversationId } = data;
    const said = saidIn(event);
    const decision = await this.sharing.decide(event, { conversationId, decision: judged, said }, routes);
    const context = causedBy(event, this.name, time);
    try {
      await this.commands.execute(
        new ToConversation(conversationId, { type: 'Route', decision, said }, context),
      );
    } catch (error) {
      // Ignored: the conversation was deleted after the message was received.
      if (!(error instanceof NotFound)) throw error;
    }
  }

  /** Returns a message with the data outside of its event that some rule needs; looks up no other data. */
  private async completed(event: Received, needs: Needs): Promise<JudgedMessage> {
    const message = judgedMessage(event);
    if (needs.number || needs.template) Object.assign(message, await this.past(event));
    if (needs.contact) {
      await this.views.catchUp(contactsView.name, event.position);
      const known = await this.contacts.valuesOf(event.customerId, event.data.contactId);
      message.contact = known?.values ?? {};
    }
    return message;
  }

  private async past({ customerId, position, data }: Received): Promise<Partial<JudgedMessage>> {
    await this.views.catchUp(transcriptView.name, position);
    const id = data.conversationId;
    const at = { id, customerId, asOf: position };
    const { state } = await this.aggregates.getCached(conversation, 'conversation', at);
    // Messages up to the last archiving or deletion of the conversation belong to an earlier exchange, and do not
    // count.
    const after = state.archivedSeenUpTo < position ? state.archivedSeenUpTo : '';
    const quoted = data.personal?.context.replyTo?.messageId ?? null;
    const most = MAX_FIRST_MESSAGES + 1;
    return this.transcript.routedBy(customerId, id, { after, upTo: position, most, quoted });
  }
}
