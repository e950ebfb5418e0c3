import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type { ContactProfile } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { claimId } from '@parley/platform/security/claims';
import { MasterKey } from '@parley/platform/security/master-key';
import { claim } from '../domain/claim';
import { contact, type ContactState } from '../domain/contact';
import { inClaimOrder, type Alias } from './alias';

/** Somebody is erased once: a second round finds them new. */
const MAX_ROUNDS = 3;

/** Finds the person behind a payload, or registers them: one contact, however many payloads come at once. */
@Injectable()
export class IdentifyContact {
  private readonly claimKey: Buffer;

  constructor(
    private readonly aggregates: Aggregates,
    masterKey: MasterKey,
  ) {
    this.claimKey = masterKey.purpose('claims');
  }

  /**
   * The contact whom these aliases name. Every alias that nobody has is claimed for them; one that another contact
   * has stays theirs. Each step holds when it is repeated, so whatever a crash left undone is done the next time.
   * @param newContactId who they become if nobody knows them
   * @throws Rejected `alias_missing` where there is nothing to know somebody by
   */
  async identify(payload: {
    aliases: Alias[];
    profile: ContactProfile;
    newContactId: string;
    context: CommandContext;
  }): Promise<{ contactId: string }> {
    const aliases = inClaimOrder(payload.aliases);
    if (aliases.length === 0) throw new Rejected('alias_missing');
    const { profile, newContactId, context } = payload;
    for (let round = 1; ; round++) {
      const contactId = await this.ownerOf(aliases, newContactId, context);
      const { status } = await this.tell(contactId, profile, context);
      if (status !== 'erased' || round === MAX_ROUNDS) return { contactId };
      // Claimed while they were erased, or left by an erasure that crashed: who comes with it now is somebody new.
      await this.release(aliases, contactId, context);
    }
  }

  private async ownerOf(aliases: Alias[], newContactId: string, context: CommandContext): Promise<string> {
    const owners = await this.ownersOf(aliases, context.customerId);
    let contactId = owners.find((ownerId) => ownerId !== null) ?? null;
    for (const [index, alias] of aliases.entries()) {
      if (owners[index]) continue;
      const ownerId = await this.claim(alias, contactId ?? newContactId, context);
      contactId ??= ownerId;
    }
    return contactId ?? newContactId;
  }

  private async release(aliases: Alias[], ownerId: string, context: CommandContext): Promise<void> {
    for (const alias of aliases) {
      await this.aggregates.execute(claim, 'claim', {
        id: this.claimIdOf(alias, context.customerId),
        command: { type: 'Release', ownerId },
        context: step(context, `release/${ownerId}`),
      });
    }
  }

  /** The contact's conversation on a channel: the one they have, or else this new one. */
  async currentConversation({
    contactId,
    channelId,
    newConversationId,
    context,
  }: {
    contactId: string;
    channelId: string;
    newConversationId: string;
    context: CommandContext;
  }): Promise<{ conversationId: string }> {
    const { state } = await this.aggregates.execute(contact, 'contact', {
      id: contactId,
      command: { type: 'StartConversation', channelId, conversationId: newConversationId },
      context: step(context, `conversation/${channelId}/${newConversationId}`),
    });
    return { conversationId: state.conversations[channelId] ?? newConversationId };
  }

  /** Who has each alias, or null where nobody has. */
  private async ownersOf(aliases: Alias[], customerId: string): Promise<(string | null)[]> {
    const claims = aliases.map((alias) =>
      this.aggregates.load(claim, 'claim', this.claimIdOf(alias, customerId), customerId),
    );
    return (await Promise.all(claims)).map(({ state }) => state.ownerId);
  }

  private async claim(alias: Alias, ownerId: string, context: CommandContext): Promise<string> {
    const { state } = await this.aggregates.execute(claim, 'claim', {
      id: this.claimIdOf(alias, context.customerId),
      command: { type: 'Claim', kind: alias.kind, ownerId },
      // Two deliveries of one payload are one command but bring two new ids: their claims must not pass for each other.
      context: step(context, `claim/${ownerId}`),
    });
    return state.ownerId ?? ownerId;
  }

  private async tell(
    contactId: string,
    profile: ContactProfile,
    context: CommandContext,
  ): Promise<ContactState> {
    const identify = { type: 'Identify', contactId, profile } as const;
    const { state } = await this.aggregates.load(contact, 'contact', contactId, context.customerId);
    // Most people who write are known, and nothing about them is news.
    if (state.status !== 'missing' && contact.decide(identify, state).length === 0) return state;
    const registered = await this.aggregates.execute(contact, 'contact', {
      id: contactId,
      command: { type: 'Register', contactId, profile },
      context: step(context, 'register'),
    });
    if (registered.events.length > 0) return registered.state;
    const identified = await this.aggregates.execute(contact, 'contact', {
      id: contactId,
      command: identify,
      context: step(context, 'identify'),
    });
    return identified.state;
  }

  private claimIdOf({ kind, value }: Alias, customerId: string): string {
    return claimId(this.claimKey, customerId, kind, value);
  }
}

/** One command here appends to several streams and more than once to the contact's: each step has ids of its own. */
function step(context: CommandContext, name: string): CommandContext {
  return { ...context, commandId: uuidV5(name, context.commandId) };
}
