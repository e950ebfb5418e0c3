import type { Type } from '@nestjs/common';
import { Abilities } from '@parley/access/domain/abilities';
import { access } from '@parley/access/feature';
import { apps } from '@parley/apps/feature';
import { assistant } from '@parley/assistant/feature';
import { audit } from '@parley/audit/feature';
import { catalogue } from '@parley/catalogue/feature';
import { channels } from '@parley/channels/feature';
import { email } from '@parley/channels/email/feature';
import { contacts } from '@parley/contacts/feature';
import { conversations } from '@parley/conversations/feature';
import { exported } from '@parley/exports/feature';
import { identity } from '@parley/embedded/identity/feature';
import { engage } from '@parley/engage/feature';
import type { Feature } from '@parley/event-sourcing/feature';
import { insights } from '@parley/insights/feature';
import { jobs } from '@parley/jobs/feature';
import type { View } from '@parley/event-sourcing/projection/view';
import { push } from '@parley/push/feature';
import { routing } from '@parley/routing/feature';
import { search } from '@parley/search/feature';
import { templates } from '@parley/templates/feature';
import { webhooks } from '@parley/webhooks/feature';
import { teamChat } from '@parley/team-chat/feature';
import { backgroundApps } from './apps/feature';
import { assisting } from './assisting/feature';
import { delivery } from './delivery/feature';
import { engaging } from './engaging/feature';
import { erasure } from './erasure/feature';
import { events } from './events/feature';
import { links } from './links/feature';
import { mailSignatures } from './mail-signatures/feature';
import { pictures } from './pictures/feature';
import { pushing } from './pushing/feature';
import { reporting } from './reporting/feature';
import { routingConversations } from './routing/feature';
import { specification } from './specification/feature';
import { starting } from './starting/feature';
import { status } from './status/feature';
import { support } from './support/feature';
import { webChat } from './web-chat/feature';
import { webClient } from './web-client/feature';

/** The contexts that the product is made of. What each brings, its own folder says. */
export const features: Feature[] = [
  access,
  apps,
  assistant,
  assisting,
  audit,
  backgroundApps,
  catalogue,
  channels,
  email,
  contacts,
  conversations,
  delivery,
  engage,
  engaging,
  erasure,
  events,
  exported,
  identity,
  insights,
  jobs,
  links,
  mailSignatures,
  pictures,
  push,
  pushing,
  reporting,
  routing,
  routingConversations,
  starting,
  search,
  specification,
  status,
  support,
  templates,
  webChat,
  webClient,
  webhooks,
  teamChat,
];

export const views: View[] = features.flatMap((feature) => feature.views ?? []);

export const abilities = Abilities.of(features.map((feature) => feature.abilities ?? {}));

/** The modules of one kind of every feature that has one. */
export function modulesOf(kind: 'module' | 'http' | 'ingress' | 'sockets'): Type[] {
  return features.flatMap((feature) => feature[kind] ?? []);
}
