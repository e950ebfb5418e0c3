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
import type { Feature } from '@parley/feature/feature';
import { insights } from '@parley/insights/feature';
import { jobs } from '@parley/jobs/feature';
import type { View } from '@parley/event-sourcing/projection/view';
import { push } from '@parley/push/feature';
import { routing } from '@parley/routing/feature';
import { search } from '@parley/search/feature';
import { templates } from '@parley/templates/feature';
import { webhooks } from '@parley/webhooks/feature';
import { teamChat } from '@parley/team-chat/feature';
import { installedApps } from '@parley/installed-apps/feature';
import { assistantSettings } from '@parley/assistant-settings/feature';
import { messages } from '@parley/messages/feature';
import { broadcasts } from '@parley/broadcasts/feature';
import { erasure } from '@parley/erasure/feature';
import { publicEvents } from '@parley/public-events/feature';
import { links } from '@parley/links/feature';
import { mailSignatures } from '@parley/mail-signatures/feature';
import { avatars } from '@parley/avatars/feature';
import { pushNews } from '@parley/push-news/feature';
import { reportMails } from '@parley/report-mails/feature';
import { smartRouting } from '@parley/smart-routing/feature';
import { specifiedApi } from '@parley/specified-api/feature';
import { firstMessages } from '@parley/first-messages/feature';
import { status } from '@parley/status/feature';
import { support } from '@parley/support/feature';
import { webChat } from '@parley/web-chat/feature';
import { webClient } from './web-client/feature';

/** The contexts and flows of the product; each folder's `feature.ts` declares its parts. */
export const features: Feature[] = [
  access,
  apps,
  assistant,
  assistantSettings,
  audit,
  installedApps,
  catalogue,
  channels,
  email,
  contacts,
  conversations,
  messages,
  engage,
  broadcasts,
  erasure,
  publicEvents,
  exported,
  identity,
  insights,
  jobs,
  links,
  mailSignatures,
  avatars,
  push,
  pushNews,
  reportMails,
  routing,
  smartRouting,
  firstMessages,
  search,
  specifiedApi,
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

/** The modules of one kind, from all features that have one. */
export function modulesOf(kind: 'module' | 'http' | 'ingress' | 'sockets'): Type[] {
  return features.flatMap((feature) => feature[kind] ?? []);
}
