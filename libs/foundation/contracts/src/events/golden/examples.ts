import type { DataOf, EventType } from '../domain-event';
import { apiKeyExamples } from './api-key.examples';
import { assetExamples } from './asset.examples';
import { assistantExamples } from './assistant.examples';
import { broadcastExamples } from './broadcast.examples';
import { catalogueExamples } from './catalogue.examples';
import { channelExamples } from './channel.examples';
import { claimExamples } from './claim.examples';
import { contactExamples } from './contact.examples';
import { contactSettingsExamples } from './contact-settings.examples';
import { contactListExamples } from './contact-list.examples';
import { conversationExamples } from './conversation.examples';
import { customerExamples } from './customer.examples';
import { insightReportExamples } from './insight-report.examples';
import { integrationExamples } from './integration.examples';
import { exportExamples } from './export.examples';
import { ipWhitelistExamples } from './ip-whitelist.examples';
import { messageExamples } from './message.examples';
import { rotaExamples } from './rota.examples';
import { savedViewExamples } from './saved-view.examples';
import { smartRouteExamples } from './smart-route.examples';
import { teamChatExamples } from './team-chat.examples';
import { teamExamples } from './team.examples';
import { templateExamples } from './template.examples';
import { userExamples } from './user.examples';
import { appExamples } from './app.examples';
import { webhookExamples } from './webhook.examples';

/**
 * Example data of each event type in its current version. The compiler checks the examples against the types, and a
 * test compares
 * the golden files with the examples: a type that changes its shape needs a new version.
 */
export const examples: { [Type in EventType]: DataOf<Type>[] } = {
  ...apiKeyExamples,
  ...assetExamples,
  ...assistantExamples,
  ...broadcastExamples,
  ...catalogueExamples,
  ...channelExamples,
  ...claimExamples,
  ...contactExamples,
  ...contactSettingsExamples,
  ...contactListExamples,
  ...conversationExamples,
  ...customerExamples,
  ...insightReportExamples,
  ...integrationExamples,
  ...exportExamples,
  ...ipWhitelistExamples,
  ...messageExamples,
  ...rotaExamples,
  ...savedViewExamples,
  ...smartRouteExamples,
  ...teamChatExamples,
  ...teamExamples,
  ...templateExamples,
  ...userExamples,
  ...appExamples,
  ...webhookExamples,
};
