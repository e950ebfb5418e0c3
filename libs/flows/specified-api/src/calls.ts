/**
 * The calls of section 7 of the specification, with the specification's own names of parameters and fields. `{thing}`
 * in a path or a body stands for the id of that thing in the test organisation. The conformance test makes each call;
 * `docs/api/specification.md` lists our additions to them.
 */
export interface SpecifiedCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below `/api/v3`, unless it begins with `/api/`. */
  path: string;
  query?: Record<string, string>;
  body?: object;
  /** Fields that the response must have, as dotted paths; `[]` is the first item of a list. */
  has?: string[];
  /** The caller's role; an administrator by default. */
  as?: 'user';
  /** Set if the test of that part of the product makes the call, and the conformance test does not. */
  partOf?: 'apps';
}

const page = ['data', 'count', 'total', 'page', 'pageCount'];
const user = [
  'id',
  'displayName',
  'email',
  'name',
  'role',
  'roles',
  'status',
  'pictureUrl',
  'active',
  'lastLogin',
];
const channel = [
  ...[
    'id',
    'platform',
    'provider',
    'name',
    'customerCareWindowLength',
    'settings[].name',
    'settings[].value',
  ],
  ...['teamChannels', 'userChannels'],
];
const team = ['id', 'name', 'colour', 'email', 'sendNotification', 'teamUsers[].userId', 'channels'];
const chat = [
  ...['id', 'contactId', 'contact.id', 'contact.name', 'contact.isHighPriority', 'contact.isBlocked'],
  ...['assignedUserId', 'assignedTeamId', 'status', 'read', 'unreadMessages', 'lastInboundMessageTime'],
  ...['channelId', 'identityId', 'tagIds', 'readForAll'],
];
const entry = [
  ...[
    'id',
    'chatId',
    'direction',
    'identityId',
    'message',
    'components',
    'createdAt',
    'time',
    'createdByEntity',
  ],
  ...[
    'createdById',
    'externalReference',
    'metadata',
    'status',
    'statusReason',
    'tags',
    'templateId',
    'system',
  ],
  ...['userId', 'type', 'assets', 'assetIds', 'caption'],
];
const participant = ['id', 'userId', 'leftAt', 'chatStatus'];
const of = (prefix: string, fields: string[]) => fields.map((field) => `${prefix}.${field}`);
const rows = (fields: string[]) => [...page, ...of('data[]', fields)];
const thisOne = '{"$or":[{"id":"{user}"}]}';
const insights = (metric: string): SpecifiedCall => ({
  method: 'GET',
  path: `/api/intelligence/v1/metrics/${metric}`,
  query: {
    ...{ between: '2026-04-01', and: '2026-05-31', agent: '{user},{admin}', channel: '{channel}' },
    ...{ tags: '{tag}', team: '{team}', direction: 'OUT' },
  },
  has: ['data', 'aggregatedBy'],
});

export const specifiedCalls: SpecifiedCall[] = [
  // Users, identity and customer
  { method: 'GET', path: '/channels', has: rows(channel) },
  {
    method: 'GET',
    path: '/channels',
    query: { platform: 'whatsapp', fields: 'id,name' },
    has: ['data[].id'],
  },
  { method: 'GET', path: '/channels/{channel}', has: channel },
  { method: 'GET', path: '/identities', has: rows(['id']) },
  { method: 'GET', path: '/identities/{channel}', has: ['id'] },
  { method: 'GET', path: '/teams', has: rows(team) },
  { method: 'GET', path: '/teams/{team}', has: team },
  { method: 'GET', path: '/tags', has: rows(['id', 'name', 'colour']) },
  { method: 'GET', path: '/users', query: { page: '1', limit: '2' }, has: rows(user) },
  {
    method: 'GET',
    path: '/users',
    query: { s: thisOne, fields: 'id,displayName' },
    has: ['data[].displayName'],
  },
  { method: 'GET', path: '/users/{user}', query: { fields: user.join(',') }, has: user },
  { method: 'GET', path: '/settings/user-id/6', as: 'user', has: ['data[].name', 'data[].value'] },
  {
    method: 'POST',
    path: '/users',
    body: { displayName: 'Noor', email: 'noor@ours.example', role: 'user' },
    has: ['id'],
  },
  {
    method: 'PATCH',
    path: '/users/{user}',
    as: 'user',
    body: { status: 'available', settings: [{ name: 'language', value: 'es' }] },
  },
  {
    method: 'PATCH',
    path: '/users/{user}',
    as: 'user',
    body: {
      active: true,
      lastLogin: '2026-11-23T10:00:00.000Z',
      status: 'available',
      identityProviderId: 'auth|4711',
    },
  },
  { method: 'DELETE', path: '/users/{manager}' },
  { method: 'GET', path: '/api/gateway/v1/customers/domain/ours.example/org-id', has: ['orgId'] },
  {
    method: 'GET',
    path: '/api/gateway/v1/customers/{customer}/',
    has: ['storageName', 'encryptionKey', 'decryptionKey'],
  },
  { method: 'GET', path: '/api/gateway/v1/auth/permissions', has: ['ability[].action', 'ability[].subject'] },

  // Counts
  {
    method: 'GET',
    path: '/messaging/count',
    has: [
      ...['groups[].statusFilter', 'groups[].count', 'groups[].chats[].chatId', 'groups[].chats[].channelId'],
      ...[
        'tagIds',
        'assignedTeamId',
        'assignedUserId',
        'userId',
        'isChatRead',
        'lastEntryReadAt',
        'status',
      ].map((field) => `groups[].chats[].${field}`),
      'groups[].chats[].readForAll',
    ],
  },
  {
    method: 'GET',
    path: '/email/count',
    has: ['groups[].statusFilter', 'groups[].count'],
  },
  { method: 'GET', path: '/team/count', as: 'user', has: ['data[].unreadMessages'] },

  // Chats
  {
    method: 'GET',
    path: '/messaging-chats/chats-list',
    query: { status: 'open', sortBy: 'newestEntry', read: 'false', page: '1', channels: '{channel}' },
    has: rows(chat),
  },
  {
    method: 'GET',
    path: '/messaging-chats/chats-list',
    query: {
      status: 'archive',
      labelIds: '{label}',
      userIds: '{user}',
      tags: '{tag}',
      teams: '{team}',
      keyword: 'ana',
    },
    has: page,
  },
  { method: 'GET', path: '/messaging-chats/chats-list', query: { status: 'closed' }, has: page },
  {
    method: 'GET',
    path: '/messaging-chats/chats-list/{conversation}',
    has: [...of('chat', chat), 'contact.id', 'contact.labels', 'contact.lastConversation.status'],
  },
  {
    method: 'GET',
    path: '/messaging-chats/{conversation}/entries',
    query: { page: '1', limit: '50' },
    has: rows(entry),
  },
  { method: 'GET', path: '/messaging-chats/entries/{message}', has: of('entry', entry) },
  {
    method: 'GET',
    path: '/messaging-chats/{conversation}',
    query: {
      fields: 'id,channelId,identityId,end,status,assignedUser,assignedTeam,page',
      page: '1',
      limit: '1',
    },
    has: ['id', 'channelId', 'identityId', 'end', 'status', 'assignedUser', 'assignedTeam'],
  },
  {
    method: 'GET',
    path: '/email-chats/{conversation}',
    query: { fields: 'id,channelId,identityId,end,status,assignedUser,assignedTeam', page: '1', limit: '1' },
    has: ['id', 'channelId', 'identityId', 'end', 'status', 'assignedUser', 'assignedTeam'],
  },
  {
    method: 'GET',
    path: '/team-chats/{teamChat}',
    query: {
      fields: 'id,participants,entries,isArchived,deletedAt,lastMessage,unreadMessages',
      page: '1',
      limit: '1',
    },
    has: [
      'id',
      'participants[].user.id',
      'entries[].id',
      'isArchived',
      'deletedAt',
      'lastMessage',
      'unreadMessages',
    ],
  },
  {
    method: 'POST',
    path: '/messages/send',
    body: {
      chat: { id: '{conversation}' },
      content: { text: 'It is on its way.' },
      channelActor: { type: 'user', id: '{admin}' },
      metadata: { order: '4711' },
    },
    has: ['entries[].id', 'entries[].status', 'entries[].statusReason'],
  },

  // Contacts
  {
    method: 'GET',
    path: '/contacts',
    query: { s: '{"$or":[{"id":"{contact}"}]}', fields: 'id,name,isHighPriority,isBlocked' },
    has: rows(['id', 'name', 'isHighPriority', 'isBlocked']),
  },
  { method: 'PATCH', path: '/contacts/{contact}', body: { company: 'Ruiz & Co', isHighPriority: true } },
  { method: 'GET', path: '/contacts/metadata', query: { distinct: 'true', field: 'name' }, has: ['data'] },
  {
    method: 'POST',
    path: '/internal-comments',
    body: { contactId: '{contact}', comment: 'Calls in the morning' },
    has: ['id'],
  },
  { method: 'PATCH', path: '/internal-comments/{comment}', body: { comment: 'Calls in the afternoon' } },
  { method: 'DELETE', path: '/internal-comments/{comment}' },
  { method: 'GET', path: '/labels', has: rows(['id', 'name', 'colour']) },
  { method: 'POST', path: '/labels', body: { name: 'Wholesale', colour: '#3b4fd8' }, has: ['id'] },
  { method: 'PATCH', path: '/labels/{label}', body: { name: 'Regular guest' } },
  { method: 'DELETE', path: '/labels/{label}', has: ['affected'] },

  // Assets and events
  { method: 'GET', path: '/assets/signed-cookies/{storage}', has: ['validUntil'] },
  {
    method: 'POST',
    path: '/assets/signed-urls',
    body: { filePaths: ['/api/v3/assets/{message}/{message}'] },
    has: ['data[].filePath', 'data[].url'],
  },
  {
    method: 'POST',
    path: '/events',
    body: {
      name: 'chat::assigned',
      actor: { reference: '{admin}', entityType: 'user', actorFullName: 'Ingrid Berg' },
      target: { reference: '{conversation}' },
    },
    has: ['id'],
  },

  // Team chat
  { method: 'GET', path: '/team-chats', has: rows(['id', 'participants[].chatStatus', 'unreadMessages']) },
  { method: 'GET', path: '/team-chats/{teamChat}/participants', has: of('data[]', participant.slice(0, 3)) },
  {
    method: 'GET',
    path: '/team-chats/{teamChat}/participants/{participant}/entries',
    query: { page: '1', limit: '50', sort: 'createdAt,DESC' },
    has: rows([
      ...['id', 'tmpId', 'chatParticipantId', 'userId', 'senderUserId', 'createdAt', 'type', 'message'],
      'attachments',
    ]),
  },
  {
    method: 'POST',
    path: '/team-chats/{teamChat}/entries',
    body: { attachments: [], type: 'text', message: 'Who is in tomorrow?' },
    has: ['id', 'participantEntries[].status'],
  },
  {
    method: 'PATCH',
    path: '/team-chats/{teamChat}/participants/{participant}/entries/{entry}',
    body: { status: 'read' },
  },
  {
    method: 'PATCH',
    path: '/team-chats/{teamChat}/participants/{participant}/entries',
    body: { status: 'read' },
  },
  {
    method: 'PATCH',
    path: '/team-chats/{teamChat}/participants/{participant}',
    body: { chatStatus: 'read' },
  },
  { method: 'PATCH', path: '/team-chats/entries', body: { status: 'delivered' } },
  { method: 'PATCH', path: '/team-chats/{teamChat}/participants/{participant}' },
  { method: 'DELETE', path: '/team-chats/{teamChat}', as: 'user' },

  // Customer settings and channels
  { method: 'GET', path: '/customer-settings', has: ['expandedTeamFilter', 'apiEnabled', 'limitUsers'] },
  { method: 'PATCH', path: '/customer-settings/from-map', body: { expandedTeamFilter: true } },
  { method: 'POST', path: '/api/gateway/v2/channels/migrate-messagebird-channels' },
  { method: 'POST', path: '/api/gateway/v2/channels/sync-whatsapp-templates' },

  // Dashboard
  ...[
    ...['messages/sum', 'messages/distribution', 'active-contacts/sum', 'active-contacts/distribution'],
    ...['messages/sent-paid-templates/sum', 'conversations/resolved', 'conversations/first-reply-times'],
    ...['conversations/first-reply-times/average', 'conversations/first-reply-times-business-hours'],
    ...['conversations/first-reply-times-business-hours/average', 'conversations/resolve-times'],
    ...['conversations/resolve-times/average', 'conversations/tags', 'conversations/messages/average'],
    'messages/response-times/average',
  ].map(insights),

  // Apps
  {
    method: 'GET',
    path: '/apps',
    query: { name: 'Orders', enabled: 'true', packageName: 'orders' },
    has: ['data[].name', 'data[].enabled', 'data[].packageName', 'data[].settings[].name'],
  },
  {
    method: 'PUT',
    path: '/apps/{app}',
    body: { settings: [{ pluginId: '{app}', name: 'ordersPath', value: '/orders' }] },
    has: ['id', 'name', 'packageName', 'settings[].name', 'settings[].value'],
  },
  // The manifest of the test's app has no data and no e-mail scope, so the test of apps makes these calls.
  { method: 'GET', path: '/apps/{app}/data', partOf: 'apps' },
  { method: 'POST', path: '/apps/{app}/data', partOf: 'apps' },
  { method: 'PUT', path: '/apps/{app}/data/{data}', partOf: 'apps' },
  { method: 'POST', path: '/plugins/proxy', partOf: 'apps' },
  { method: 'POST', path: '/plugins/{app}/email', partOf: 'apps' },
];
