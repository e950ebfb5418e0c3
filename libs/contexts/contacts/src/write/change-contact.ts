import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { contactFieldOf, type ContactDetails, type ContactProfile } from '@parley/contracts/events';
import { Claims, type Claimable, type Holding, type Owner, type Wanted } from '@parley/claims/claims';
import { evolved, Rejected } from '@parley/event-sourcing/decider/decider';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { changedDetails } from '../domain/contact-details';
import { phoneOf } from './phone';
import { contact, type ContactCommand, ToContact } from '../domain/contact';
import type { ContactState } from '../domain/contact-state';
import type { MetadataEntry } from '../domain/metadata';
import { inClaimOrder } from './alias';
import { ContactQueries } from '../read/contacts.queries';

/** A change that an agent makes: fields, and metadata to add or to change. */
export interface ContactChanges {
  details: ContactDetails;
  metadata: (Omit<MetadataEntry, 'metadataId'> & { id?: string })[];
  /**
   * The complete labels of the contact after the change, each as its own id followed by the ids of labels merged into
   * it.
   */
  labels?: [string, ...string[]][];
  isBlocked?: boolean;
  isHighPriority?: boolean;
  optIn?: boolean;
  attributes?: { id: string; value: string | null }[];
}

const addresses = ['phone', 'email'] as const;

/** Changes the data that users enter about a contact. A new phone or e-mail is claimed for the contact. */
@Injectable()
export class ChangeContact {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
    private readonly contacts: ContactQueries,
  ) {}

  /**
   * @returns the position of the last event; null if nothing changed
   * @throws NotFound; Rejected `contact_exists`, or a code of the contact's rules
   */
  async change(
    contactId: string,
    { details, metadata, ...marks }: ContactChanges,
    context: CommandContext,
  ): Promise<{ position: string | null }> {
    let position: string | null = null;
    const run = async (command: ContactCommand, its: CommandContext, id = contactId) => {
      const done = await this.commands.execute(new ToContact(id, command, its));
      if (done.events.length > 0) position = done.position;
    };
    const { state: before } = await this.aggregates.load(contact, 'contact', contactId, context.customerId);
    const said = await this.withPhone(details, before.profile.country, context);
    const command = { type: 'ChangeDetails', contactId, details: said } as const;
    // Runs the decider before it claims addresses, so that a refused change claims nothing.
    const after = evolved(contact, before, contact.decide(command, before));
    await this.claiming({ contactId, before, after }, context, (inTime) =>
      run(command, step(inTime, 'details')),
    );
    for (const [index, { id, name, value }] of metadata.entries()) {
      // New metadata without a value is dropped (specification, section 5).
      if (!id && value.trim() === '') continue;
      const its = step(context, `metadata/${index}`);
      const entry = { metadataId: id ?? its.commandId, name, value };
      const owner = id ? await this.contacts.ownerOfMetadata(contactId, id) : contactId;
      await run({ type: 'SetMetadata', contactId: owner, entry, isNew: !id }, its, owner);
    }
    const { state } = await this.aggregates.load(contact, 'contact', contactId, context.customerId);
    for (const [index, command] of markCommands(contactId, state, marks).entries())
      await run(command, step(context, `mark/${index}`));
    return { position };
  }

  /**
   * Creates a contact who has not written yet.
   * @throws Rejected `contact_invalid` without a phone and an e-mail; `contact_exists` if another contact has one of
   * them; and the errors of `change`
   */
  async create(
    contactId: string,
    changes: ContactChanges,
    context: CommandContext,
  ): Promise<{ position: string | null }> {
    const { phone, email } = changes.details;
    const { state } = await this.aggregates.load(contact, 'contact', contactId, context.customerId);
    let registeredAt: string | null = null;
    // If the contact exists, the request was repeated, so the contact is not registered again.
    if (state.status === 'missing') {
      if (!phone?.trim() && !email?.trim()) {
        const missing = (['phone', 'email'] as const).map((field) => ({ field, rule: 'required' }));
        throw new Rejected('contact_invalid', undefined, missing);
      }
      const profile = profileOf(changedDetails({}, await this.withPhone(changes.details, null, context)));
      const after = { ...state, profile };
      const registered = await this.claiming({ contactId, before: state, after }, context, (inTime) =>
        this.commands.execute(
          new ToContact(contactId, { type: 'Register', contactId, profile }, step(inTime, 'register')),
        ),
      );
      registeredAt = registered.position;
    }
    const { position } = await this.change(contactId, changes, step(context, 'change'));
    return { position: position ?? registeredAt };
  }

  /**
   * Claims new addresses for the contact, except those that a channel identified already, and runs `work`, which
   * records them.
   * @param unheldAt the time, by `performance.now()`, at which none of these claims had a stream in the log
   * @throws Rejected `contact_exists` if another contact has one of the addresses
   */
  async claiming<T>(
    {
      contactId,
      before,
      after,
      unheldAt,
    }: { contactId: string; before: ContactState; after: ContactState; unheldAt?: number },
    context: CommandContext,
    work: (context: CommandContext) => Promise<T>,
  ): Promise<T> {
    const { customerId } = context;
    const added = addressesIn(after).filter(({ field }) => after.profile[field] !== before.profile[field]);
    // A contact that is not registered yet owns no claims.
    const known =
      before.status === 'missing'
        ? []
        : await Promise.all(added.map((each) => this.claims.find(each, customerId)));
    const wanted: Wanted[] = added.filter((_, index) => {
      const found = known[index];
      return found?.ownerId !== contactId || found.claimedBy?.type === 'user';
    });
    const holding = (claimable: Claimable, owner: Owner) => this.holding(claimable, owner);
    return this.claims.take(wanted, { ownerId: contactId, holding, unheldAt }, context, work);
  }

  /**
   * Normalises a national phone number by the country of the request, or else of the contact, or else of the
   * organisation.
   */
  private async withPhone(
    details: ContactDetails,
    known: string | null | undefined,
    { customerId }: CommandContext,
  ): Promise<ContactDetails> {
    const { phone, country } = details;
    if (!phone) return details;
    const isWhole = contactFieldOf('phone', phone)?.startsWith('+');
    const of = isWhole ? null : country || known || (await this.contacts.homeCountry(customerId));
    return { ...details, phone: phoneOf(phone, of) };
  }

  /**
   * Whether a claimed address still belongs to the contact. An address that a channel identified stays claimed; an
   * address that a colleague entered is claimed only while the profile contains it.
   */
  private async holding(claimable: Claimable, { id, customerId, claimedBy }: Owner): Promise<Holding> {
    const { state } = await this.aggregates.load(contact, 'contact', id, customerId);
    if (state.status === 'erased') return 'gone';
    if (state.status === 'missing') return 'pending';
    const isWritten = addressesIn(state).some(
      ({ kind, value }) => kind === claimable.kind && value === claimable.value,
    );
    return isWritten || claimedBy?.type !== 'user' ? 'held' : 'pending';
  }
}

type MarkChanges = Omit<ContactChanges, 'details' | 'metadata'>;

/** The commands that change labels, flags and attributes. */
function markCommands(
  contactId: string,
  state: ContactState,
  { labels, isBlocked, isHighPriority, optIn, attributes = [] }: MarkChanges,
): ContactCommand[] {
  const kept = new Set(labels?.flat());
  const gone = labels ? state.labelIds.filter((id) => !kept.has(id)) : [];
  const flag = (
    value: boolean | undefined,
    on: 'Block' | 'Prioritise' | 'OptIn',
    off: 'Unblock' | 'Unprioritise' | 'OptOut',
  ) => (value === undefined ? [] : [{ type: value ? on : off }]);
  return [
    ...gone.map((labelId) => ({ type: 'Unlabel', labelId, aliases: [] }) as const),
    ...(labels ?? []).map(([labelId, ...aliases]) => ({ type: 'Label', labelId, aliases }) as const),
    ...flag(isBlocked, 'Block', 'Unblock'),
    ...flag(isHighPriority, 'Prioritise', 'Unprioritise'),
    ...flag(optIn, 'OptIn', 'OptOut'),
    ...attributes.map(
      ({ id, value }) => ({ type: 'SetAttribute', contactId, attributeId: id, value }) as const,
    ),
  ];
}

/** The fields with which a contact is registered; a second command adds the other fields. */
function profileOf({ name, phone, email }: ContactDetails): ContactProfile {
  const said = Object.entries({ name, phone, email }).filter(([, value]) => value);
  return Object.fromEntries(said);
}

/** The phone and e-mail of a profile, normalised and ordered like claims. */
function addressesIn({ profile }: ContactState) {
  return addresses.flatMap((field) =>
    inClaimOrder([{ kind: field, value: profile[field] ?? '' }]).map((alias) => ({
      ...alias,
      field,
      taken: 'contact_exists',
    })),
  );
}
