import { apiKeyFacts } from './api-key.events';
import { appFacts } from './app.events';
import { assetFacts } from './asset.events';
import { assistantRunFacts, assistantSettingsFacts } from './assistant.events';
import { broadcastBatchFacts, broadcastFacts } from './broadcast.events';
import { channelFacts } from './channel.events';
import { claimFacts } from './claim.events';
import { contactFacts } from './contact.events';
import { contactAttributeFacts, segmentFacts } from './contact-settings.events';
import { contactListBatchFacts, contactListFacts } from './contact-list.events';
import { conversationFacts } from './conversation.events';
import { customerFacts } from './customer.events';
import { insightReportFacts } from './insight-report.events';
import { integrationFacts } from './integration.events';
import { exportFacts } from './export.events';
import { engageSettingsFacts } from './engage-settings.events';
import { ipWhitelistFacts } from './ip-whitelist.events';
import { labelFacts, quickReplyFacts, tagFacts } from './catalogue.events';
import { messageFacts } from './message.events';
import { rotaFacts } from './rota.events';
import { savedViewFacts } from './saved-view.events';
import { smartRouteFacts, smartRouteOrderFacts } from './smart-route.events';
import {
  teamChatEntryFacts,
  teamChatFacts,
  teamChatFileFacts,
  teamChatParticipantFacts,
} from './team-chat.events';
import { teamFacts } from './team.events';
import { templateFacts } from './template.events';
import { userFacts } from './user.events';
import { webhookFacts } from './webhook.events';
import type { FactIn } from './facts';

/** Registrations of the events of all contexts. */
export const allFacts = [
  apiKeyFacts,
  appFacts,
  assetFacts,
  assistantRunFacts,
  assistantSettingsFacts,
  broadcastBatchFacts,
  broadcastFacts,
  channelFacts,
  claimFacts,
  contactAttributeFacts,
  contactFacts,
  contactListBatchFacts,
  contactListFacts,
  conversationFacts,
  customerFacts,
  engageSettingsFacts,
  insightReportFacts,
  integrationFacts,
  exportFacts,
  ipWhitelistFacts,
  labelFacts,
  messageFacts,
  quickReplyFacts,
  rotaFacts,
  segmentFacts,
  savedViewFacts,
  smartRouteFacts,
  smartRouteOrderFacts,
  tagFacts,
  teamChatEntryFacts,
  teamChatFacts,
  teamChatFileFacts,
  teamChatParticipantFacts,
  teamFacts,
  templateFacts,
  userFacts,
  webhookFacts,
] as const;

type Registered = (typeof allFacts)[number];

/** Every event that the log may contain, in its current version. */
export type DomainEvent = FactIn<Registered>;

export type EventType = DomainEvent['type'];

export type DataOf<Type extends EventType> = Extract<DomainEvent, { type: Type }>['data'];

export type Category = Registered['category'];

/** Stream names begin with one of these. */
export const categories: readonly Category[] = allFacts.map(({ category }) => category);

type Setting = Extract<Registered, { isSetting: true }>;

/** Streams with settings: of administrators, or of users for themselves. */
export type SettingsCategory = Setting['category'];

export const settingsCategories: readonly SettingsCategory[] = allFacts
  .filter((facts): facts is Setting => 'isSetting' in facts)
  .map(({ category }) => category);

/** Streams whose events the audit lists: settings, and who takes part in team chats. */
export type AuditedCategory = SettingsCategory | 'teamChat';

export const auditedCategories: readonly AuditedCategory[] = [...settingsCategories, 'teamChat'];
