import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { contact } from '@parley/contacts/domain/contact';
import type { SmartRouteActions, SmartRouteConditions, SmartRouteContent } from '@parley/contracts/events';
import {
  conversation,
  type ConversationCommand,
  ToConversation,
} from '@parley/conversations/domain/conversation';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { SmartRouteQueries, type StoredDecision } from '@parley/routing/read/smart-route.queries';
import { type SmartRouteCommand, ToSmartRoute } from '@parley/routing/domain/smart-route';
import { ToSmartRouteOrder } from '@parley/routing/domain/smart-route-order';
import { BroadcastOffice } from '@parley/broadcasts/engaging-testing';

export const noConditions: SmartRouteConditions = {
  ...{ channelIds: [], identityIds: [], keywords: null, firstMessages: null },
  ...{ contact: [], templateIds: [], hours: null },
};
export const noActions: SmartRouteActions = {
  ...{ userId: null, teamId: null, sharing: null, highPriority: null, addTagIds: [], removeTagIds: [] },
  ...{ addLabelIds: [], removeLabelIds: [], addListIds: [], removeListIds: [] },
};
export const says = (...words: string[]) => ({ keywords: { words, match: 'any', by: 'word' } as const });

/** Content of a rule that is switched on and has only these conditions and actions. */
export function content(
  title: string,
  conditions: Partial<SmartRouteConditions>,
  actions: Partial<SmartRouteActions>,
): SmartRouteContent {
  return {
    ...{ title, isOn: true, conditions: { ...noConditions, ...conditions } },
    actions: { ...noActions, ...actions },
  };
}

/** A test organisation with two teams, two tags, a label, rules, and a channel to which contacts write. */
export class RoutingOffice {
  readonly teams: [string, string] = [randomUUID(), randomUUID()];
  readonly tags: [string, string] = [randomUUID(), randomUUID()];
  readonly label = randomUUID();
  private people = 0;

  private constructor(readonly office: BroadcastOffice) {}

  static async open(): Promise<RoutingOffice> {
    const routing = new RoutingOffice(await BroadcastOffice.open());
    const { office, teams, tags, label } = routing;
    const named = (name: string) => ({ name, colour: '#3b4fd8' });
    for (const id of teams) await office.says(`team-${id}`, { type: 'TeamCreated', data: named(id) });
    for (const id of tags) await office.says(`tag-${id}`, { type: 'TagCreated', data: named(id) });
    const personal = { displayName: 'Max', email: 'max@example.org', firstName: 'Max', lastName: 'M' };
    const { userId } = office.me;
    await office.says(`user-${userId}`, {
      type: 'UserAdded',
      data: { subject: userId, personal, role: 'manager' },
    });
    await office.says(`label-${label}`, { type: 'LabelCreated', data: named('vip') });
    await office.settle();
    return routing;
  }

  get customerId(): string {
    return this.office.customerId;
  }

  get queries(): SmartRouteQueries {
    return this.office.get(SmartRouteQueries);
  }

  async rule(command: SmartRouteCommand, id: string = randomUUID()): Promise<string> {
    await this.office.get(CommandBus).execute(new ToSmartRoute(id, command, this.office.context()));
    await this.office.settle();
    return id;
  }

  create(
    title: string,
    conditions: Partial<SmartRouteConditions>,
    actions: Partial<SmartRouteActions>,
  ): Promise<string> {
    return this.rule({ type: 'Create', content: content(title, conditions, actions) });
  }

  async order(routeIds: string[]): Promise<void> {
    const command = new ToSmartRouteOrder({ type: 'Order', routeIds }, this.office.context());
    await this.office.get(CommandBus).execute(command);
    await this.office.settle();
  }

  async forgetRules(): Promise<void> {
    for (const { id } of await this.queries.list(this.customerId)) await this.rule({ type: 'Delete' }, id);
  }

  async does(chatId: string, command: ConversationCommand): Promise<void> {
    await this.office.get(CommandBus).execute(new ToConversation(chatId, command, this.office.context()));
    await this.office.settle();
  }

  /** Creates a contact who has written one message. */
  async person(first: string): Promise<Talk> {
    this.people += 1;
    const phone = `+3168${String(this.people).padStart(7, '0')}`;
    const contactId = await this.office.person(`Person ${this.people}`, phone);
    await this.office.writes(phone, first);
    for (;;) {
      await this.office.settle();
      const { state } = await this.office
        .get(Aggregates)
        .load(contact, 'contact', contactId, this.customerId);
      const chatId = state.conversations[this.office.channelId];
      if (chatId) return new Talk(this, phone, contactId, chatId);
    }
  }
}

/** A contact and their conversation. */
export class Talk {
  written = 1;

  constructor(
    private readonly routing: RoutingOffice,
    readonly phone: string,
    readonly contactId: string,
    readonly chatId: string,
  ) {}

  async writes(text: string): Promise<void> {
    await this.routing.office.writes(this.phone, text);
    this.written += 1;
  }

  /**
   * Waits until `count` messages of the conversation have been judged.
   * @returns their decisions, newest first
   */
  async judged(count = this.written): Promise<StoredDecision[]> {
    for (;;) {
      await this.routing.office.settle();
      const decisions = await this.routing.queries.decisions(this.routing.customerId, this.chatId);
      if (decisions.length >= count) return decisions;
    }
  }

  async state() {
    const { office, customerId } = this.routing;
    return (await office.get(Aggregates).load(conversation, 'conversation', this.chatId, customerId)).state;
  }
}
