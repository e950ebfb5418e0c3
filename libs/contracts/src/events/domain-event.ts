import { assetFacts } from './asset.events';
import { channelFacts } from './channel.events';
import { claimFacts } from './claim.events';
import { contactFacts } from './contact.events';
import { conversationFacts } from './conversation.events';
import { customerFacts } from './customer.events';
import { ipWhitelistFacts } from './ip-whitelist.events';
import { labelFacts, quickReplyFacts, tagFacts } from './catalogue.events';
import { messageFacts } from './message.events';
import { teamFacts } from './team.events';
import { userFacts } from './user.events';
import type { FactIn } from './facts';

/** The facts of all contexts. */
export const allFacts = [
  assetFacts,
  channelFacts,
  claimFacts,
  contactFacts,
  conversationFacts,
  customerFacts,
  ipWhitelistFacts,
  labelFacts,
  messageFacts,
  quickReplyFacts,
  tagFacts,
  teamFacts,
  userFacts,
] as const;

type Registered = (typeof allFacts)[number];

/** Every fact that the log may hold, as it is written today. */
export type DomainEvent = FactIn<Registered>;

export type EventType = DomainEvent['type'];

/** What an event of a type says. */
export type DataOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>['data'];

export type Category = Registered['category'];

/** Names of streams begin with one of these. */
export const categories: readonly Category[] = allFacts.map(({ category }) => category);

type Setting = Extract<Registered, { isSetting: true }>;

/** Streams that hold what administrators, and people for themselves, set up. */
export type SettingsCategory = Setting['category'];

export const settingsCategories: readonly SettingsCategory[] = allFacts
  .filter((facts): facts is Setting => 'isSetting' in facts)
  .map(({ category }) => category);
