import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactIdentity, ContactProfile } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { contact, ToContact } from '../domain/contact';
import type { ContactState } from '../domain/contact-state';
import { identitiesIn, inClaimOrder, type Alias } from './alias';

/**
 * Maximum number of attempts to find a contact that is not erased; a contact is erased only once, so the second
 * attempt already creates a new one.
 */
const MAX_ROUNDS = 3;

/** Finds the contact of a payload or registers a new one; concurrent payloads of one person get the same contact. */
@Injectable()
export class IdentifyContact {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
  ) {}

  /**
   * Finds the contact that these aliases identify, and claims the free aliases for it; an alias of another contact
   * stays with that contact. Each step is idempotent, so the next payload completes a call that a crash interrupted.
   * @param newContactId id of the contact to register if no alias is known
   * @param describe fetches the profile from the provider, for a contact without a name
   * @throws Rejected `alias_missing` without a usable alias
   */
  async identify(payload: {
    aliases: Alias[];
    profile: ContactProfile;
    newContactId: string;
    context: CommandContext;
    describe?: () => Promise<ContactProfile>;
  }): Promise<{ contactId: string }> {
    const aliases = inClaimOrder(payload.aliases);
    if (aliases.length === 0) throw new Rejected('alias_missing');
    const { profile, newContactId, context, describe } = payload;
    const identities = identitiesIn(payload.aliases);
    for (let round = 1; ; round++) {
      const contactId = await this.ownerOf(aliases, newContactId, context);
      const isNew = contactId === newContactId;
      const state = await this.tell(contactId, { profile, identities, isNew }, context);
      if (state.status === 'known' && !state.profile.name && describe) {
        const described = { profile: await describe(), identities };
        await this.tell(contactId, described, step(context, 'describe'));
      }
      if (state.status !== 'erased' || round === MAX_ROUNDS) return { contactId };
      // The claims were made after the erasure, or an erasure crashed before it released them. They are released, and
      // the sender becomes a new contact.
      for (const alias of aliases) await this.claims.release(alias, contactId, context);
    }
  }

  /** Id of the contact that these aliases identify; null if none of them is claimed. */
  async find(aliases: Alias[], customerId: string): Promise<string | null> {
    const claimed = inClaimOrder(aliases);
    const owners = await Promise.all(claimed.map((alias) => this.claims.ownerOf(alias, customerId)));
    return owners.find((ownerId) => ownerId !== null) ?? null;
  }

  private async ownerOf(aliases: Alias[], newContactId: string, context: CommandContext): Promise<string> {
    const owners = await Promise.all(aliases.map((alias) => this.claims.cachedOwnerOf(alias, context)));
    let contactId = owners.find((ownerId) => ownerId !== null) ?? null;
    for (const [index, alias] of aliases.entries()) {
      if (owners[index]) continue;
      const ownerId = await this.claims.claim(alias, contactId ?? newContactId, context);
      contactId ??= ownerId;
    }
    return contactId ?? newContactId;
  }

  /** The contact's current conversation on a channel; starts a new conversation if there is none. */
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
    const start = { type: 'StartConversation', channelId, conversationId: newConversationId } as const;
    const { state } = await this.commands.execute(
      new ToContact(contactId, start, step(context, `conversation/${channelId}/${newConversationId}`)),
    );
    return { conversationId: state.conversations[channelId] ?? newConversationId };
  }

  private async tell(
    contactId: string,
    { isNew = false, ...told }: { profile: ContactProfile; identities: ContactIdentity[]; isNew?: boolean },
    context: CommandContext,
  ): Promise<ContactState> {
    const identify = { type: 'Identify', contactId, ...told } as const;
    if (!isNew) {
      const state = await this.stateOf(contactId, context);
      // Skips the commands in the usual case, in which the contact is known and the profile has nothing new.
      if (state.status !== 'missing' && contact.decide(identify, state).length === 0) return state;
    }
    const register = { type: 'Register', contactId, ...told } as const;
    const registered = await this.commands.execute(
      new ToContact(contactId, register, step(context, 'register'), isNew),
    );
    if (registered.events.length > 0) return registered.state;
    const identified = await this.commands.execute(
      new ToContact(contactId, identify, step(context, 'identify')),
    );
    return identified.state;
  }

  private async stateOf(id: string, { customerId, asOf }: CommandContext): Promise<ContactState> {
    const { state } = await (asOf === undefined
      ? this.aggregates.load(contact, 'contact', id, customerId)
      : this.aggregates.getCached(contact, 'contact', { id, customerId, asOf }));
    return state;
  }
}
