import type { AssetEvent } from './asset.events';
import type { LabelEvent, QuickReplyEvent, TagEvent } from './catalogue.events';
import type { ChannelEvent } from './channel.events';
import type { ClaimEvent } from './claim.events';
import type { ContactEvent } from './contact.events';
import type { ConversationEvent } from './conversation.events';
import type { CustomerEvent } from './customer.events';
import type { IpWhitelistEvent } from './ip-whitelist.events';
import type { MessageEvent } from './message.events';
import type { TeamEvent } from './team.events';
import type { UserEvent } from './user.events';

/** Every fact that the log may hold, as it is written today. */
export type DomainEvent =
  | AssetEvent
  | ChannelEvent
  | ClaimEvent
  | ContactEvent
  | ConversationEvent
  | CustomerEvent
  | IpWhitelistEvent
  | LabelEvent
  | MessageEvent
  | QuickReplyEvent
  | TagEvent
  | TeamEvent
  | UserEvent;

export type EventType = DomainEvent['type'];

/** What an event of a type says. */
export type DataOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>['data'];
