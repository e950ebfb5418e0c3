import type { DataOf, EventType } from '../domain-event';
import { assetExamples } from './asset.examples';
import { catalogueExamples } from './catalogue.examples';
import { channelExamples } from './channel.examples';
import { claimExamples } from './claim.examples';
import { contactExamples } from './contact.examples';
import { conversationExamples } from './conversation.examples';
import { customerExamples } from './customer.examples';
import { ipWhitelistExamples } from './ip-whitelist.examples';
import { messageExamples } from './message.examples';
import { teamExamples } from './team.examples';
import { userExamples } from './user.examples';

/**
 * What events of each type say today. The compiler holds these to the types, and a test holds the golden files to
 * these: a type that changes its shape needs another version.
 */
export const examples: { [Type in EventType]: DataOf<Type>[] } = {
  ...assetExamples,
  ...catalogueExamples,
  ...channelExamples,
  ...claimExamples,
  ...contactExamples,
  ...conversationExamples,
  ...customerExamples,
  ...ipWhitelistExamples,
  ...messageExamples,
  ...teamExamples,
  ...userExamples,
};
