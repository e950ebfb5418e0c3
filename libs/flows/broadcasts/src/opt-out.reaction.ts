import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ToContact } from '@parley/contacts/domain/contact';
import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { EngageSettingsQueries } from '@parley/engage/read/engage-settings.queries';
import { isOptOut } from '@parley/engage/domain/opt-out';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';

type Received = RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>;

/** Maximum length of a text that can be an opt-out word. */
const MAX_WORD_LENGTH = 60;

/**
 * Opts out a contact who writes one of the organisation's opt-out words. The opt-out event has the contact as its
 * actor and the message as its cause.
 */
@Injectable()
export class OptOutReaction implements Reaction {
  readonly name = 'opt-out';
  readonly prefixes = ['message-'];
  readonly types = ['MessageReceived'];

  constructor(
    private readonly settings: EngageSettingsQueries,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Selects short texts of organisations that have opt-out words. Reads the words of each organisation once per
   * batch.
   */
  async select(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const short = events.filter((event) => (textOf(event)?.length ?? Infinity) <= MAX_WORD_LENGTH);
    const words = new Map<string, string[]>();
    for (const { customerId } of short) {
      if (words.has(customerId)) continue;
      words.set(customerId, (await this.settings.state(customerId)).settings.optOutWords);
    }
    return short.filter((event) => isOptOut(textOf(event) ?? '', words.get(event.customerId)!));
  }

  async react(event: RecordedEvent): Promise<void> {
    const { contactId } = (event as Received).data;
    const context = { ...causedBy(event, this.name, event.time), actor: event.actor };
    try {
      await this.commands.execute(new ToContact(contactId, { type: 'Refuse' }, context));
    } catch (error) {
      // The contact was erased before the reaction ran.
      if (!(error instanceof NotFound)) throw error;
    }
  }
}

function textOf(event: RecordedEvent): string | null {
  const content = (event as Received).data.personal?.content;
  return content?.type === 'text' ? content.text : null;
}
