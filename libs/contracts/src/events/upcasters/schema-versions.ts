import type { EventType } from '../domain-event';

/**
 * The version in which events of each type are written. Whoever changes the shape of one raises its version, adds an
 * upcaster from the version before, and a golden file of the new one; the old files stay.
 */
export const schemaVersions: Readonly<Record<EventType, number>> = {
  AliasClaimed: 1,
  AssetFailed: 1,
  AssetStored: 1,
  AssetUploaded: 1,
  ChannelConnected: 1,
  ContactConversationStarted: 1,
  ContactIdentified: 1,
  ContactRegistered: 1,
  ConversationArchived: 1,
  ConversationAssigned: 1,
  ConversationRead: 1,
  ConversationReopened: 1,
  ConversationStarted: 1,
  ConversationUnassigned: 1,
  CustomerRegistered: 1,
  MessageAcknowledged: 1,
  MessageAliased: 1,
  MessageDeclined: 1,
  MessageDeleted: 1,
  MessageDelivered: 1,
  MessageEchoed: 1,
  MessageEdited: 1,
  MessageOutcomeUnknown: 1,
  MessageQueued: 1,
  MessageReacted: 1,
  MessageRead: 1,
  MessageReceived: 1,
  MessageSendDeferred: 1,
  MessageSendStarted: 1,
  MessageSent: 1,
  TeamCreated: 1,
  TeamMemberAdded: 1,
  TeamMemberRemoved: 1,
  UserAdded: 1,
  UserSettingChanged: 1,
  UserTeamFilterForced: 1,
};
