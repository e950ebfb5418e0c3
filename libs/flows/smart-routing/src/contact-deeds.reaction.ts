import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { type ListBatchCommand, ToListBatch } from '@parley/contacts/domain/contact-list';
import { ToContact } from '@parley/contacts/domain/contact';
import { idOf, type ConversationEvent, type RecordedEvent, type RouteDeed } from '@parley/contracts/events';
import { conversation } from '@parley/conversations/domain/conversation';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';

type Routed = RecordedEvent & Extract<ConversationEvent, { type: 'ConversationRouted' }>;

const ofContact: ReadonlySet<RouteDeed['what']> = new Set([
  ...(['label', 'unlabel', 'list', 'unlist', 'prioritise', 'unprioritise'] as const),
]);

/** Carries out a decision's actions on the contact: labels, lists and priority. Each command can be repeated. */
@Injectable()
export class ContactDeedsReaction implements Reaction {
  readonly name = 'smart-routing-contact';
  readonly prefixes = ['conversation-'];
  readonly types = ['ConversationRouted'];

  constructor(
    private readonly contacts: ContactQueries,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
  ) {}

  select(events: RecordedEvent[]): RecordedEvent[] {
    return (events as Routed[]).filter(({ data }) => data.done.some(({ what }) => ofContact.has(what)));
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as Routed;
    const { customerId, stream, position, data, time } = event;
    const at = { id: idOf(stream), customerId, asOf: position };
    const { state } = await this.aggregates.getCached(conversation, 'conversation', at);
    if (!state.start) return;
    const contact = await this.contacts.valuesOf(customerId, state.start.contactId);
    if (!contact) return;
    for (const deed of data.done.filter(({ what }) => ofContact.has(what))) {
      const context = causedBy(event, `${this.name}/${deed.what}/${deed.id ?? ''}`, time);
      try {
        await this.carryOut(deed, contact.id, context);
      } catch (error) {
        // Ignored: the contact was erased after the decision.
        if (!(error instanceof NotFound)) throw error;
      }
    }
  }

  private async carryOut(
    { what, id }: RouteDeed,
    contactId: string,
    context: CommandContext,
  ): Promise<unknown> {
    switch (what) {
      case 'label':
      case 'unlabel': {
        const type = what === 'label' ? 'Label' : 'Unlabel';
        return this.commands.execute(new ToContact(contactId, { type, labelId: id!, aliases: [] }, context));
      }
      case 'list':
      case 'unlist': {
        const type = what === 'list' ? 'List' : 'Unlist';
        const batch = { type, listId: id!, contactIds: [contactId] } satisfies ListBatchCommand;
        return this.commands.execute(new ToListBatch(context.commandId, batch, context, true));
      }
      case 'prioritise':
        return this.commands.execute(new ToContact(contactId, { type: 'Prioritise' }, context));
      case 'unprioritise':
        return this.commands.execute(new ToContact(contactId, { type: 'Unprioritise' }, context));
      default:
        return undefined;
    }
  }
}
