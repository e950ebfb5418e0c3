import type { PersonResponse, UserResponse } from '@parley/contracts/api/access';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat, ContactSummary } from '@parley/contracts/api/conversations';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import type { ChannelSettings } from '@parley/contracts/events';

interface NameAndValue {
  name: string;
  value: string;
}

/**
 * Converts a setting's value to text: a switch to `0` or `1`, as in a user's settings, a structured value to JSON,
 * and an unset value to ''.
 */
function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/**
 * The channel settings of the specification (section 3) by name, each with a function that reads its value from ours.
 */
const administered: Record<string, (settings: ChannelSettings) => unknown> = {
  internalName: ({ internalName }) => internalName,
  autoArchivePeriod: ({ autoArchive }) => autoArchive?.afterHours,
  autoArchiveMessageDirection: ({ autoArchive }) => autoArchive?.direction,
  welcomeMessage: ({ welcomeMessage }) => welcomeMessage,
  outOfOfficeMessageWeekdays: ({ outOfOffice }) => outOfOffice.weekdays,
  outOfOfficeMessageWeekends: ({ outOfOffice }) => outOfOffice.weekends,
  businessHours: ({ businessHours }) => businessHours,
  closingDates: ({ closingDates }) => closingDates,
  doubleReply: ({ doubleReply }) => doubleReply,
  unassignOnArchive: ({ unassignOnArchive }) => unassignOnArchive,
};

/**
 * A channel's settings as names with values: the public settings, and the others if the response contains
 * `administration`.
 */
export function channelSettings(channel: ChannelResponse): NameAndValue[] {
  const known = {
    mandatoryAssignActive: channel.mandatoryAssign,
    readForAllUsers: channel.readForAll,
    highPriority: channel.highPriority,
    automaticSignature: channel.automaticSignature,
    deleteConversation: channel.mayDelete,
  };
  const settings = channel.administration?.settings;
  const more = settings
    ? Object.entries(administered).map(([name, of]) => [name, of(settings)] as const)
    : [];
  return [...Object.entries(known), ...more].map(([name, value]) => ({ name, value: written(value) }));
}

/**
 * A channel in the shape of the specification. `teamChannels` and `userChannels` are filled only for users who may
 * change the channel.
 */
export function specifiedChannel(channel: ChannelResponse) {
  const { teamIds = [], userIds = [] } = channel.administration ?? {};
  return {
    ...channel,
    settings: channelSettings(channel),
    teamChannels: teamIds.map((teamId) => ({ teamId, channelId: channel.id })),
    userChannels: userIds.map((userId) => ({ userId, channelId: channel.id })),
  };
}

export function specifiedUser<User extends PersonResponse | UserResponse>(user: User) {
  return { ...user, name: user.displayName, roles: [user.role], pictureUrl: null };
}

type Labelled = Pick<ContactSummary | ContactResponse, 'labelIds'>;

export function specifiedContact<Contact extends Labelled>(contact: Contact) {
  return { ...contact, labels: contact.labelIds.map((id) => ({ id })) };
}

/** The contact of a conversation in the shape of the specification, with its assignee. */
export function contactOf({ id, contact, status, assignedUserId, assignedTeamId }: Chat) {
  const lastConversation = { id, status, assignedUserId };
  return { ...specifiedContact(contact), lastConversation, assignedUserId, assignedTeamId };
}
