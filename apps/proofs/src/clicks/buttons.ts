import { randomBytes, randomUUID } from 'node:crypto';
import { bulkActions } from '@parley/contracts/api/conversations';
import type { MessageEvent } from '@parley/contracts/events';
import { Secrets } from '@parley/platform/security/keys';
import { id } from '@parley/testing/event-sourcing/history';
import { spareNumbers, whatsappAccount, type Answer, type Office, type Press } from './office';

/** What is pressed in one round, made anew for each. */
export interface Pressed {
  /** What the n-th who presses asks for. */
  press: (n: number) => Press;
  /** The fact that pressing makes, once; or how often it happened by now. */
  makes: string | (() => Promise<number>);
  /** All hear that it is so; or only one does, and the others hear one of these codes. */
  others: 'ok' | string[];
  /** Whether each answer says of itself what is true. */
  check?: (answers: Answer[]) => Promise<void> | void;
}

const sets = 'sets what it names: the same twice is no second fact, and other words are another wish';

const people = () => ({
  ...{ kind: 'contacts', format: 'csv', from: null, to: null, filter: {}, fields: ['name'] },
});

/** Every button that two people, or two windows, can press at once. */
export const buttons: Record<string, (office: Office) => Promise<Pressed>> = {
  'retry of a message that failed': async (office) => {
    const { chat, message } = await failed(office);
    return {
      press: (n) => send(chat, { retryOf: message }, { by: anyone(office, n) }),
      makes: 'MessageQueued',
      others: ['already_retried'],
    };
  },
  'retry under one key of one user': async (office) => {
    const { chat, message } = await failed(office);
    const key = `retry-${message}`;
    return {
      press: () => send(chat, { retryOf: message }, { idempotencyKey: key }),
      makes: 'MessageQueued',
      others: 'ok',
    };
  },
  'send under one key': async (office) => {
    const { chat } = await started(office);
    const idempotencyKey = randomUUID();
    return {
      press: () => send(chat, { text: 'Hello' }, { idempotencyKey }),
      makes: 'MessageQueued',
      others: 'ok',
    };
  },
  'send of one draft from several windows': async (office) => {
    const { chat } = await started(office);
    const draftVersion = await drafted(office, chat, 'reply');
    return {
      press: () => send(chat, { text: 'Hello' }, { draftVersion }),
      makes: 'MessageQueued',
      others: ['draft_already_sent'],
    };
  },
  'a note that was drafted, from several windows': async (office) => {
    const { chat } = await started(office);
    const draftVersion = await drafted(office, chat, 'note');
    return {
      press: () =>
        post(`/messaging-chats/${chat}/internal-comments`, {
          text: 'Hello',
          idempotencyKey: randomUUID(),
          draftVersion,
        }),
      makes: 'InternalCommentAdded',
      others: ['draft_already_sent'],
    };
  },
  'a mention that is settled': async (office) => {
    const path = await mentioning(office);
    return pressed(post(`${path}/settle`, {}, office.admin), 'MentionSettled');
  },
  'a mention that is opened again': async (office) => {
    const path = await mentioning(office);
    await office.press(post(`${path}/settle`, {}, office.admin));
    return pressed(post(`${path}/reopen`, {}, office.admin), 'MentionReopened');
  },
  'mentions that their writer takes back': async (office) =>
    pressed(remove(await mentioning(office), office.manager), 'MentionsWithdrawn'),
  'a template under one key': async (office) => {
    const { chat } = await started(office);
    const template = { name: 'order_ready', language: 'en', parameters: [], text: 'Your order is ready.' };
    const idempotencyKey = randomUUID();
    return {
      press: () => send(chat, { template }, { idempotencyKey }),
      makes: 'MessageQueued',
      others: 'ok',
    };
  },
  'a new conversation under one key': async (office) => {
    const press = writeFirst(office, anyPhone(), { idempotencyKey: randomUUID() });
    return { ...pressed(press, 'ConversationStarted'), check: sameChat };
  },
  'a new conversation with one number, of several colleagues': async (office) => {
    const phone = anyPhone();
    return {
      press: (n) => writeFirst(office, phone, { by: anyone(office, n) }),
      makes: 'ContactRegistered',
      others: 'ok',
      check: sameChat,
    };
  },
  'undo of a send': async (office) => {
    const { chat } = await started(office);
    const idempotencyKey = randomUUID();
    await office.press(send(chat, { text: 'Hello' }, { idempotencyKey, holdForSeconds: 30 }));
    return {
      press: () => post('/messages/withdraw', { idempotencyKey }),
      makes: 'MessageWithdrawn',
      others: 'ok',
    };
  },
  assign: async (office) => {
    const { chat } = await started(office);
    return {
      press: (n) => post(`/messaging-chats/${chat}/assign`, assignment(office, n), anyone(office, n)),
      makes: 'ConversationAssigned',
      others: ['assignment_changed'],
      check: (answers) => {
        const told = answers.filter((answer) => answer.told !== 'ok');
        sameWinner(told.map(({ body }) => (body as { assignee?: object }).assignee));
      },
    };
  },
  'assign several at once': async (office) => {
    const { chat } = await started(office);
    return {
      press: (n) => {
        const { expected, ...to } = assignment(office, n);
        return post(bulkPath, { action: 'assign', chats: [{ id: chat, to, expected }] }, anyone(office, n));
      },
      makes: 'ConversationAssigned',
      others: 'ok',
      check: (answers) => {
        const results = answers.map(({ body }) => (body as { results: Result[] }).results[0]!);
        const refused = results.filter(({ ok }) => !ok);
        if (refused.length !== answers.length - 1) throw new Error(`${refused.length} were refused`);
        sameWinner(refused.map(({ assignee }) => assignee));
      },
    };
  },
  ...Object.fromEntries(
    bulkActions
      .filter((action) => action !== 'assign')
      .map((action) => [`${action} several at once`, (office: Office) => bulk(office, action)]),
  ),
  'a broadcast under one key': keyed('/engage/broadcasts', () => ({ name: 'Sale' }), 'BroadcastDrafted'),
  'higher limits of broadcasts': async (office) => {
    const messages = (await office.count('EngageLimitRaiseRequested')) + 100;
    const press = post('/engage/rate-limits/raise', { messages, contacts: 50 }, office.admin);
    return pressed(press, 'EngageLimitRaiseRequested');
  },
  archive: onChat('archive', 'ConversationArchived'),
  read: onChat('read', 'ConversationRead'),
  unread: async (office) => {
    const { chat, seenUpTo } = await started(office);
    await office.press(post(`/messaging-chats/${chat}/read`, { seenUpTo }));
    return pressed(post(`/messaging-chats/${chat}/unread`, {}), 'ConversationMarkedUnread');
  },
  unarchive: async (office) => {
    const { chat, seenUpTo } = await started(office);
    await office.press(post(`/messaging-chats/${chat}/archive`, { seenUpTo }));
    return pressed(post(`/messaging-chats/${chat}/unarchive`, {}), 'ConversationReopened');
  },
  snooze: async (office) => {
    const { chat, seenUpTo } = await started(office);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    return pressed(post(`/messaging-chats/${chat}/snooze`, { until, seenUpTo }), 'ConversationSnoozed');
  },
  wake: async (office) => {
    const { chat, seenUpTo } = await started(office);
    await office.press(post(`/messaging-chats/${chat}/snooze`, { until: null, seenUpTo }));
    return pressed(post(`/messaging-chats/${chat}/wake`, {}), 'ConversationWoken');
  },
  tag: async (office) => {
    const { chat } = await started(office);
    const { id: tagId } = await made(office, post('/tags', look()));
    return pressed(post(`/messaging-chats/${chat}/tags`, { tagId }), 'ConversationTagged');
  },
  'take a tag off': async (office) => {
    const { chat } = await started(office);
    const { id: tagId } = await made(office, post('/tags', look()));
    await office.press(post(`/messaging-chats/${chat}/tags`, { tagId }));
    return pressed(remove(`/messaging-chats/${chat}/tags/${tagId}`), 'ConversationUntagged');
  },
  'delete of a conversation': async (office) => {
    const { chat } = await started(office);
    const press = remove(`/messaging-chats/${chat}`);
    return { ...pressed(press, 'ConversationDeleted'), others: ['ok', 'not_found'] };
  },
  'assign all': async (office) => {
    const press = await assignAll(office);
    return { press: () => press, makes: () => jobsOf(office), others: ['assignment_running'] };
  },
  'assign all under one key': async (office) => {
    const press = { ...(await assignAll(office)), key: randomUUID() };
    return { press: () => press, makes: () => jobsOf(office), others: 'ok' };
  },
  'cancel of a job': async (office) => {
    const job = await made(office, await assignAll(office));
    return {
      press: () => post(`/jobs/${job.id}/cancel`, {}),
      makes: () => jobsOf(office, 'cancelled'),
      others: 'ok',
    };
  },
  'a new tag': named('/tags', look, 'TagCreated', 'tag_name_taken'),
  'a new export under one key': keyed('/exports', people, 'ExportRequested'),
  'a new tag under one key': keyed('/tags', look, 'TagCreated'),
  'a new template': named('/templates', letter, 'TemplateCreated', 'template_name_taken'),
  'a new template under one key': keyed('/templates', letter, 'TemplateCreated'),
  'a new label': named('/labels', look, 'LabelCreated', 'label_name_taken'),
  'a new label under one key': keyed('/labels', look, 'LabelCreated'),
  'a new team': named('/teams', look, 'TeamCreated', 'team_name_taken'),
  'a new team under one key': keyed('/teams', look, 'TeamCreated'),
  'a new user': named('/users', person, 'UserInvited', 'user_email_taken'),
  'a new user under one key': keyed('/users', person, 'UserInvited'),
  'a new quick reply under one key': keyed(
    '/quick-replies',
    () => ({ message: 'Hello', visibility: 'me' }),
    'QuickReplyCreated',
  ),
  'a new saved view under one key': keyed('/saved-views', savedView, 'SavedViewCreated'),
  'a new test channel under one key': keyed(
    '/channels',
    () => ({ provider: 'test', name: 'Try it' }),
    'ChannelConnected',
  ),
  'a new WhatsApp channel': async (office) => {
    const channels = await connected(office);
    for (const channel of channels) await office.press(post(`/channels/${channel}/disconnect`, {}));
    const verifyToken = (n: number) => `verify-token-${n}-${channels.length}`;
    return {
      press: (n) =>
        post('/channels', {
          ...{ provider: 'whatsapp-cloud', name: 'Us' },
          credentials: { ...whatsappAccount, verifyToken: verifyToken(n) },
        }),
      makes: 'ChannelConnected',
      others: ['channel_account_taken'],
      check: async (answers) => {
        const winner = answers.findIndex(({ told }) => told === 'ok');
        const { id: channelId } = answers[winner]!.body as { id: string };
        const kept = await office.app
          .get(Secrets, { strict: false })
          .get(office.customerId, channelId, 'verify-token');
        if (kept !== verifyToken(winner)) throw new Error('A refused one has left its secret.');
      },
    };
  },
  'a new WhatsApp channel under one key': async (office) => {
    for (const channel of await connected(office)) {
      await office.press(post(`/channels/${channel}/disconnect`, {}));
    }
    const credentials = { ...whatsappAccount, verifyToken: 'verify-token' };
    const body = { provider: 'whatsapp-cloud', name: 'Us', credentials };
    return keyed('/channels', () => body, 'ChannelConnected')(office);
  },
  'disconnect of a channel': async (office) => {
    const { id: channel } = await made(office, post('/channels', { provider: 'test', name: 'Try it' }));
    return pressed(post(`/channels/${channel}/disconnect`, {}), 'ChannelDisconnected');
  },
  'install of an app': async (office) => {
    const app = await installation(office);
    await office.press(remove(`/apps/${app.id}`, office.admin));
    return pressed(post('/apps', app.request, office.admin), 'AppInstalled');
  },
  'uninstall of an app': async (office) => {
    const { id: app } = await installation(office);
    return pressed(remove(`/apps/${app}`, office.admin), 'AppUninstalled');
  },
  'restore of an app': async (office) => {
    const { id: app } = await installation(office);
    await office.press(remove(`/apps/${app}`, office.admin));
    return pressed(post(`/apps/${app}/restore`, {}, office.admin), 'AppRestored');
  },
  'delete of a tag': async (office) => {
    const { id: tag } = await made(office, post('/tags', look()));
    return pressed(remove(`/tags/${tag}`), 'TagDeleted');
  },
  'merge of a tag': async (office) => {
    const [one, other] = [
      await made(office, post('/tags', look())),
      await made(office, post('/tags', look())),
    ];
    return pressed(post(`/tags/${one.id}/merge`, { intoId: other.id }), 'TagMerged');
  },
  'merge of two tags into each other': async (office) => {
    const [one, other] = [
      await made(office, post('/tags', look())),
      await made(office, post('/tags', look())),
    ];
    const [there, back] = [
      post(`/tags/${one.id}/merge`, { intoId: other.id }),
      post(`/tags/${other.id}/merge`, { intoId: one.id }),
    ];
    return { press: (n) => (n % 2 ? back : there), makes: 'TagMerged', others: ['ok', 'not_found'] };
  },
  'delete of a template': async (office) => {
    const { id: template } = await made(office, post('/templates', letter()));
    return pressed(remove(`/templates/${template}`), 'TemplateDeleted');
  },
  'delete of a team': async (office) => {
    const { id: team } = await made(office, post('/teams', look()));
    return pressed(remove(`/teams/${team}`), 'TeamDeleted');
  },
  'delete of a user': async (office) => {
    const { id: user } = await made(office, post('/users', person(), office.admin));
    return { ...pressed(remove(`/users/${user}`, office.admin), 'UserDeleted'), others: ['ok', 'not_found'] };
  },
  'resend of an invitation': async (office) => {
    const { id: user } = await made(office, post('/users', person(), office.admin));
    await office.happens((story) => story.add(`user-${user}`, { type: 'InvitationSent', data: {} }));
    return pressed(post(`/users/${user}/invitation`, {}, office.admin), 'InvitationRenewed');
  },
  'block of a contact': async (office) => {
    const { contact } = await started(office);
    return pressed(post(`/contacts/${contact}/block`, {}), 'ContactBlocked');
  },
  'label of a contact': async (office) => {
    const { contact } = await started(office);
    const { id: labelId } = await made(office, post('/labels', look()));
    const press = post(`/contacts/${contact}/labels`, { labelId });
    return { ...pressed(press, 'ContactLabelled'), others: ['ok', 'label_already_linked'] };
  },
  'unblock of a contact': async (office) => {
    const { contact } = await started(office);
    await made(office, post(`/contacts/${contact}/block`, {}));
    return pressed(post(`/contacts/${contact}/unblock`, {}), 'ContactUnblocked');
  },
  'priority of a contact': async (office) => {
    const { contact } = await started(office);
    return pressed(post(`/contacts/${contact}/prioritise`, {}), 'ContactPrioritised');
  },
  'no priority of a contact': async (office) => {
    const { contact } = await started(office);
    await made(office, post(`/contacts/${contact}/prioritise`, {}));
    return pressed(post(`/contacts/${contact}/unprioritise`, {}), 'ContactUnprioritised');
  },
  'take a label off': async (office) => {
    const { contact } = await started(office);
    const { id: labelId } = await made(office, post('/labels', look()));
    await made(office, post(`/contacts/${contact}/labels`, { labelId }));
    const press = remove(`/contacts/${contact}/labels/${labelId}`);
    return { ...pressed(press, 'ContactUnlabelled'), others: ['label_not_linked'] };
  },
  'delete of a detail of a contact': async (office) => {
    const { contact } = await started(office);
    const metadataId = randomUUID();
    const personal = { name: 'Frame', value: '54' };
    await office.happens((story) =>
      story.add(`contact-${contact}`, {
        type: 'ContactMetadataSet',
        data: { subject: contact, personal, metadataId },
      }),
    );
    const press = remove(`/contacts/${contact}/metadata/${metadataId}`);
    return { ...pressed(press, 'ContactMetadataRemoved'), others: ['ok', 'not_found'] };
  },
  'delete of a comment': async (office) => {
    const { contact: contactId } = await started(office);
    const comment = await made(office, {
      ...post('/internal-comments', { contactId, comment: 'Prefers mornings' }),
      by: office.manager,
    });
    const press = remove(`/internal-comments/${comment.id}`);
    return { ...pressed(press, 'ContactCommentRemoved'), others: ['ok', 'not_found'] };
  },
  'delete of a quick reply': async (office) => {
    const body = { message: 'Hello', visibility: 'everybody' };
    const reply = await made(office, post('/quick-replies', body));
    const press = remove(`/quick-replies/${reply.id}`);
    return { ...pressed(press, 'QuickReplyDeleted'), others: ['ok', 'not_found'] };
  },
  'delete of a saved view': async (office) => {
    const view = await made(office, post('/saved-views', savedView()));
    const press = remove(`/saved-views/${view.id}`, office.admin);
    return { ...pressed(press, 'SavedViewDeleted'), others: ['ok', 'not_found'] };
  },
  'connect one of two channels again, with room for one': async (office) => {
    await limitWhatsapp(office, -1);
    const channels = await Promise.all(spareNumbers.map((number) => spareChannel(office, number)));
    for (const { id: channel } of channels) await made(office, post(`/channels/${channel}/disconnect`, {}));
    const { rows } = await office.database.query<{ taken: number }>(
      `select count(*)::int as taken from channels.channel where customer_id = $1
          and set_up ->> 'platform' = 'whatsapp' and (set_up ->> 'isConnected')::boolean`,
      [office.customerId],
    );
    await limitWhatsapp(office, rows[0]!.taken + 1);
    return {
      press: (n) => post(`/channels/${channels[n % 2]!.id}/connect`, {}),
      makes: 'ChannelConnected',
      others: ['ok', 'channel_limit_reached'],
      check: () => limitWhatsapp(office, -1),
    };
  },
  'an address that may come in': async (office) => {
    await allow(office, '127.0.0.1');
    const press = post('/ip-whitelist', { name: 'Office', address: anyAddress() }, office.admin);
    return { ...pressed(press, 'IpWhitelistEntryAdded'), others: ['ip_address_taken'] };
  },
  'an address that may come in under one key': async (office) => {
    await allow(office, '127.0.0.1');
    const entry = () => ({ name: 'Office', address: anyAddress() });
    return keyed('/ip-whitelist', entry, 'IpWhitelistEntryAdded')(office);
  },
  'delete of an address': async (office) => {
    await allow(office, '127.0.0.1');
    const { id: entry } = await allow(office, anyAddress());
    const press = remove(`/ip-whitelist/${entry}`, office.admin);
    return { ...pressed(press, 'IpWhitelistEntryRemoved'), others: ['not_found'] };
  },
  'more users': async (office) => {
    const limit = (await office.count('UserLimitRaiseRequested')) + 100;
    await office.happens((story) => story.setting({ name: 'limitUsers', value: limit }));
    const wanted = limit + 5;
    const press = post('/users/limit-requests', { wanted }, office.admin);
    return pressed(press, 'UserLimitRaiseRequested');
  },
  'drop of what could not be processed': async (office) => {
    const parked = randomUUID();
    await office.database.query(
      `insert into bus.parked (topic, grp, partition, "offset", key, id, value, headers, error, parked_id, customer_id)
       values ('channels.inbound', 'worker', 0, $3, 'key', 'id', '', '{}', 'error', $1, $2)`,
      [parked, office.customerId, Date.now()],
    );
    return {
      press: () => post(`/parked/${parked}/drop`, {}, office.admin),
      makes: async () => 1 - (await rowsOf(office, `select from bus.parked where parked_id = '${parked}'`)),
      others: ['not_found'],
    };
  },
  'a comment on a contact under one key': async (office) => {
    const { contact: contactId } = await started(office);
    const key = randomUUID();
    const press = { ...post('/internal-comments', { contactId, comment: 'Prefers mornings' }), key };
    return pressed(press, 'ContactCommentAdded');
  },
  'a contact under one key': keyed(
    '/contacts',
    () => ({ name: 'Nora', email: `nora-${randomUUID()}@example.org` }),
    'ContactRegistered',
  ),
  'a segment under one key': keyed(
    '/segments',
    () => ({ name: 'VIP', conditions: '{"match":"all","groups":[]}', visibility: 'everybody' }),
    'SegmentCreated',
  ),
  'delete of a segment': async (office) => {
    const content = { name: 'VIP', conditions: '{"match":"all","groups":[]}', visibility: 'everybody' };
    const { id: segment } = await made(office, post('/segments', content, office.admin));
    return {
      ...pressed(remove(`/segments/${segment}`, office.admin), 'SegmentDeleted'),
      others: ['ok', 'not_found'],
    };
  },
  'a custom attribute under one key': keyed(
    '/contact-attributes',
    () => ({ name: 'Birthday', kind: 'date' }),
    'ContactAttributeCreated',
  ),
  'delete of a custom attribute': async (office) => {
    const attribute = { name: 'Birthday', kind: 'date' };
    const { id: made_ } = await made(office, post('/contact-attributes', attribute, office.admin));
    const press = remove(`/contact-attributes/${made_}`, office.admin);
    return { ...pressed(press, 'ContactAttributeDeleted'), others: ['ok', 'not_found'] };
  },
  'merge of two contacts': async (office) => {
    const [{ contact: one }, { contact: otherId }] = [await started(office), await started(office)];
    return pressed(post(`/contacts/${one}/merge`, { otherId }, office.admin), 'ContactMerged');
  },
  'undo of a merge': async (office) => {
    const [{ contact: one }, { contact: otherId }] = [await started(office), await started(office)];
    await office.press(post(`/contacts/${one}/merge`, { otherId }, office.admin));
    return pressed(post(`/contacts/${one}/unmerge`, { otherId }, office.admin), 'ContactUnmerged');
  },
  'not duplicates': async (office) => {
    const [{ contact: one }, { contact: otherId }] = [await started(office), await started(office)];
    return pressed(post(`/contacts/${one}/distinguish`, { otherId }, office.admin), 'ContactDistinguished');
  },
  'opt-in of a contact': async (office) => {
    const { contact } = await started(office);
    return pressed(post(`/contacts/${contact}/opt-in`, {}, office.admin), 'ContactOptedIn');
  },
  'opt-out of a contact': async (office) => {
    const { contact } = await started(office);
    await office.press(post(`/contacts/${contact}/opt-in`, {}, office.admin));
    return pressed(post(`/contacts/${contact}/opt-out`, {}, office.admin), 'ContactOptedOut');
  },
  'an API key under one key': async (office) => {
    const key = randomUUID();
    const press = { ...post('/api-keys', apiKey, office.admin), key };
    return {
      ...pressed(press, 'ApiKeyCreated'),
      check: (answers) => {
        const shown = answers.filter(({ body }) => (body as { secret: string | null }).secret !== null);
        if (shown.length !== 1) throw new Error(`The secret is shown ${shown.length} times.`);
      },
    };
  },
  'another secret for an API key': async (office) => {
    const key = await newApiKey(office);
    const press = post(`/api-keys/${key.id}/rotate`, { hint: key.hint, overlapHours: 1 }, office.admin);
    return { ...pressed(press, 'ApiKeyRotated'), others: ['api_key_rotated'] };
  },
  'the end of an API key': async (office) => {
    const { id: key } = await newApiKey(office);
    return pressed(remove(`/api-keys/${key}`, office.admin), 'ApiKeyRevoked');
  },
  'a webhook under one key': async (office) => {
    await noWebhooks(office);
    const press = { ...post('/webhooks', webhook, office.admin), key: randomUUID() };
    return {
      ...pressed(press, 'WebhookCreated'),
      check: (answers) => {
        const shown = answers.filter(({ body }) => (body as { secret: string | null }).secret !== null);
        if (shown.length !== 1) throw new Error(`The secret is shown ${shown.length} times.`);
      },
    };
  },
  'another secret for a webhook': async (office) => {
    const { id: webhookId, hint } = await newWebhook(office);
    const press = post(`/webhooks/${webhookId}/rotate`, { hint }, office.admin);
    return { ...pressed(press, 'WebhookRotated'), others: ['webhook_rotated'] };
  },
  'pause of a webhook': async (office) => {
    const { id: webhookId } = await newWebhook(office);
    return pressed(post(`/webhooks/${webhookId}/pause`, {}, office.admin), 'WebhookPaused');
  },
  'resumption of a webhook': async (office) => {
    const { id: webhookId } = await newWebhook(office);
    await office.press(post(`/webhooks/${webhookId}/pause`, {}, office.admin));
    return pressed(post(`/webhooks/${webhookId}/resume`, {}, office.admin), 'WebhookResumed');
  },
  'the end of a webhook': async (office) => {
    const { id: webhookId } = await newWebhook(office);
    return pressed(remove(`/webhooks/${webhookId}`, office.admin), 'WebhookRemoved');
  },
  'a setting of the organisation': async (office) => {
    const value = !(await isExpanded(office));
    return pressed(settings(office, { expandedTeamFilter: value }), 'CustomerSettingChanged');
  },
};

/** Routes that write and are in no table above, each with the reason. */
export const unpressed: Record<string, string> = {
  'PUT /apps/:id': sets,
  'POST /apps/:id/update': sets,
  'POST /apps/:id/connection': 'each window has a sign-in of its own, of which the last counts',
  'DELETE /apps/:id/connection': 'the decider makes no second fact (installed-app.spec.ts)',
  'POST /app-connections': 'what a window comes back with counts once (connect.int.spec.ts)',
  'POST /apps/:id/test': 'reads: asks the app’s service whether its settings are right',
  'POST /apps/:id/token': 'makes a token that lasts a minute, and changes nothing',
  'POST /apps/:id/data': 'a name is one record, and a key too (apps.int.spec.ts)',
  'PUT /apps/:id/data/:recordId': 'of several who saw one version, one changes it (apps.int.spec.ts)',
  'DELETE /apps/:id/data/:recordId': 'deleted twice is deleted; the second finds none',
  'POST /plugins/proxy': 'calls another service as often as it is asked to',
  'POST /plugins/:pluginId/email': 'an e-mail under one key has one id, by which a mailbox tells it twice',
  'PUT /push/devices': 'keeps one subscription by its endpoint: pushing.int.spec.ts says whose',
  'DELETE /push/devices/:id': 'one’s own device, gone once and not found afterwards: pushing.int.spec.ts',
  'POST /push/devices/:id/test': 'each press is a push of its own, to one’s own browser',
  'POST /support/requests':
    'the same key is one mail: support.int.spec.ts presses it from eight windows at once',
  'PUT /messaging-chats/:id/drafts': 'a draft is its writer’s alone: drafts.int.spec.ts says who wins',
  'POST /team-chats': 'the same people are one chat, whoever begins it (team-chat.int.spec.ts)',
  'PATCH /team-chats/:id': sets,
  'DELETE /team-chats/:id': 'the decider makes no second fact (team-chat.spec.ts)',
  'PATCH /team-chats/entries': 'marks only rise (entry.spec.ts)',
  'PUT /team-chats/:id/drafts': 'a draft is its writer’s alone: team-chat.int.spec.ts says who wins',
  'PATCH /team-chats/:id/participants/:participantId':
    'leaves or marks oneself: no second fact (team-chat.spec.ts)',
  'PATCH /team-chats/:id/participants/:participantId/entries': 'marks only rise (entry.spec.ts)',
  'PATCH /team-chats/:id/participants/:participantId/entries/:entryId': 'marks only rise (entry.spec.ts)',
  'POST /team-chats/:id/entries': 'the same tmpId is the same entry (team-chat.int.spec.ts)',
  'PATCH /team-chats/:id/entries/:entryId': sets,
  'DELETE /team-chats/:id/entries/:entryId': 'the decider makes no second fact (entry.spec.ts)',
  'PUT /team-chats/:id/entries/:entryId/reaction': 'one reaction of a person (entry.spec.ts)',
  'POST /team-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  'POST /assets/signed-urls': 'reads: its body names more files than an address can',
  'POST /events': 'an event under one key is one event (integration-event.spec.ts)',
  'POST /assets/zip': 'reads: its body names more files than an address can',
  'POST /messaging-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  'PATCH /engage/broadcasts/:id': sets,
  'DELETE /engage/broadcasts/:id': 'deleted twice is deleted; the second may find none',
  'POST /engage/broadcasts/:id/duplicate': 'a copy under one key is one copy; two windows ask for two',
  'POST /engage/broadcasts/:id/test': 'each press sends one more message to the number that was typed',
  'POST /engage/broadcasts/:id/start': 'the decider starts it once (broadcast.spec.ts, engaging.int.spec.ts)',
  'POST /engage/broadcasts/:id/pause': 'the decider makes no second fact (broadcast.spec.ts)',
  'POST /engage/broadcasts/:id/resume': 'the decider makes no second fact (broadcast.spec.ts)',
  'POST /engage/broadcasts/:id/cancel': 'the decider makes no second fact (broadcast.spec.ts)',
  'POST /engage/broadcasts/:id/retry':
    'retries what failed until then: the second finds nothing that failed (engage.int.spec.ts)',
  'POST /engage/broadcasts/:id/end-repeat': 'the decider makes no second fact (broadcast.spec.ts)',
  'PATCH /engage/settings': sets,
  'POST /smart-routes': 'under one key it is one rule (smart-route.spec.ts); two windows ask for two',
  'PATCH /smart-routes/:id': sets,
  'DELETE /smart-routes/:id': 'the decider makes no second fact (smart-route.spec.ts)',
  'POST /smart-routes/:id/restore': 'the decider makes no second fact (smart-route.spec.ts)',
  'PUT /smart-route-order': sets,
  'POST /smart-route-back-tests':
    'under one key it is one test, and of each person one goes on at a time (back-test.int.spec.ts)',
  'POST /assistant/runs': 'a request under one key is asked once (assistant-run.spec.ts)',
  'POST /assistant/tokens': 'counts, and keeps nothing',
  'PATCH /assistant/settings': sets,
  'POST /contact-lists': 'a list under one key is one list (contact-lists.int.spec.ts)',
  'POST /contact-lists/preview': 'changes nothing',
  'PATCH /contact-lists/:id': sets,
  'DELETE /contact-lists/:id': 'deleted twice is deleted; the second may find none',
  'POST /contact-lists/:id/archive': 'the decider makes no second fact (contact-list.spec.ts)',
  'POST /contact-lists/:id/restore': 'the decider makes no second fact (contact-list.spec.ts)',
  'POST /contact-lists/:id/duplicate': 'a copy under one key is one copy; two windows ask for two',
  'POST /contact-lists/:id/members/add': sets,
  'POST /contact-lists/:id/members/remove': sets,
  'POST /contact-lists/:id/fill': 'adds whom it names: twice is once',
  'POST /contact-imports': 'a file that is uploaded twice is two imports, and changes no contact',
  'PATCH /contact-imports/:id': sets,
  'DELETE /contact-imports/:id': 'erases a file; the second finds none',
  'POST /contact-imports/:id/check':
    'its row names one job (import.int.spec.ts presses it several times at once)',
  'POST /contact-imports/:id/run':
    'its row names one job (import.int.spec.ts presses it several times at once)',
  'POST /contact-imports/:id/undo':
    'its row names one job (import.int.spec.ts presses it several times at once)',
  'POST /jobs/:id/put-away': 'puts away what one was told oneself',
  'PATCH /api-keys/:id': sets,
  'POST /api-keys/:id/take-over': 'sets who it acts for: the last one who asks',
  'PATCH /webhooks/:id': sets,
  'POST /webhooks/:id/test': 'a test under one key is one row; two presses ask for two tests',
  'POST /webhooks/:id/replay': 'one at a time: webhooks.int.spec.ts asks twice',
  'POST /webhooks/:id/deliveries/:eventId/resend': 'sets its row to be sent: twice is once',
  'PATCH /channels/:id': sets,
  'PUT /channels/:id/members': sets,
  'POST /channels/:id/identities': 'a sender has one id by its account, which claims keep to one channel',
  'DELETE /channels/:id/identities/:identityId': 'removes what has one id, once',
  'POST /channels/:id/credentials': 'replaces what is kept: the last one holds, as each of them was told',
  'POST /channels/embedded-signup':
    'holds a code that Meta takes once; what it connects is pressed as a new WhatsApp channel',
  'POST /channels/check': 'asks the provider, and changes nothing',
  'POST /channels/:id/test': 'asks the provider, and notes the quality that it tells of once',
  'PATCH /contacts/:id': sets,
  'PATCH /segments/:id': sets,
  'PATCH /contact-attributes/:id': sets,
  'POST /exports/count': 'counts, and changes nothing',
  'POST /exports/:id/again': 'as a new export: one in a minute of each person (exports.int.spec.ts)',
  'POST /exports/:id/link': 'each press is a link of its own, and a fact of its own',
  'DELETE /exports/:id': 'deletes what has one file, once (exports.int.spec.ts)',
  'POST /contact-jobs': 'under one key there is one job (jobs.int.spec.ts), and each item is one command',
  'POST /contact-erasures': 'as a contact job; erasing twice erases once (erase-everywhere.int.spec.ts)',
  'PATCH /internal-comments/:id': sets,
  'PATCH /quick-replies/:id': sets,
  'PATCH /saved-views/:id': sets,
  'PATCH /tags/:id': sets,
  'PATCH /labels/:id': sets,
  'DELETE /labels/:id': 'as of a tag: one handler does both',
  'POST /labels/:id/merge': 'as of a tag: one handler does both',
  'PATCH /teams/:id': sets,
  'PATCH /templates/:id': sets,
  'POST /templates/:id/submit': 'asks the provider once, whoever presses (templates.int.spec.ts)',
  'POST /templates/:id/attachment': 'a file that is uploaded twice is the same file; the last one holds',
  'PATCH /templates/:id/attachment': sets,
  'DELETE /templates/:id/attachment': sets,
  'PATCH /users/:id': 'sets; that one administrator is left is held by user.handler.int.spec.ts',
  'PUT /users/:id/signature': sets,
  'POST /users/:id/sign-out': 'ends the sessions that there are; a second time there are none',
  'POST /users/:id/invitation-link': 'shows the link of the invitation that there is',
  'PATCH /ip-whitelist/:id': sets,
  'POST /set-aside-mails/retry':
    'takes a mail, which is one message however often it is taken (mail.int.spec.ts)',
  'POST /channels/:id/mailbox/check':
    'signs in and sends a test to the mailbox itself; presses at once share one check',
  'POST /parked/:id/retry':
    'publishes again under the same id: its consumers do it once (worker.int.spec.ts)',
};

interface Result {
  ok: boolean;
  assignee?: object;
}

const bulkPath = '/messaging-chats/bulk';

const apiKey = { name: 'CRM', rights: ['inbox:read'], allowedAddresses: [], expiresAt: null };

const webhook = { url: 'https://crm.example/hooks', events: ['message::received'] };

/** With none of an earlier round: an organisation has so many at most. */
async function noWebhooks(office: Office): Promise<void> {
  const { rows } = await office.database.query<{ id: string }>(
    'select id from webhooks.webhook where customer_id = $1',
    [office.customerId],
  );
  for (const { id: old } of rows) await office.press(remove(`/webhooks/${old}`, office.admin));
}

async function installation(office: Office) {
  const scopes = ['contact:read', 'proxy'];
  const request = { packageName: 'orders', version: '1.0.0', scopes };
  return { request, ...(await made(office, post('/apps', request, office.admin))) };
}

async function newWebhook(office: Office): Promise<{ id: string; hint: string }> {
  await noWebhooks(office);
  const { body } = await office.press(post('/webhooks', webhook, office.admin));
  const { id: itsId, secret } = body as { id: string; secret: string };
  return { id: itsId, hint: secret.slice(-4) };
}

async function newApiKey(office: Office): Promise<{ id: string; hint: string }> {
  const { body } = await office.press(post('/api-keys', apiKey, office.admin));
  const { id: itsId, secret } = body as { id: string; secret: string };
  return { id: itsId, hint: secret.slice(-4) };
}

function post(path: string, body: object, by?: string): Press {
  return { method: 'POST', path, body, by };
}

function remove(path: string, by?: string): Press {
  return { method: 'DELETE', path, by };
}

function send(
  chat: string,
  content: object,
  { by, ...rest }: { by?: string } & Record<string, unknown> = {},
): Press {
  return post('/messages/send', { chat: { id: chat }, content, idempotencyKey: randomUUID(), ...rest }, by);
}

function writeFirst(
  office: Office,
  phone: string,
  { by, idempotencyKey = randomUUID() }: { by?: string; idempotencyKey?: string },
): Press {
  const content = { text: 'Hello' };
  const start = { contact: { phone }, channelId: id(office.channel), content, userId: null, idempotencyKey };
  return post('/conversation-starts', start, by);
}

function sameChat(answers: Answer[]): void {
  const ids = new Set(answers.map(({ body }) => (body as { chatId: string }).chatId));
  if (ids.size !== 1) throw new Error(`${ids.size} conversations with one contact`);
}

const anyPhone = () => `+3461${randomBytes(4).readUInt32BE().toString().slice(-8).padStart(8, '0')}`;

/** All press the same, and all hear that it is so. */
function pressed(press: Press, makes: string): Pressed {
  return { press: () => press, makes, others: 'ok' };
}

const anyone = (office: Office, n: number): string =>
  [...office.agents, office.manager, office.admin][n % (office.agents.length + 2)]!;

/** With no other job in the way. */
async function assignAll(office: Office): Promise<Press> {
  await started(office);
  await office.database.query('delete from parley.job_item');
  await office.database.query('delete from parley.job');
  return post('/assignment-jobs', { list: 'new', to: { userId: id(office.agents[0]!), teamId: null } });
}

function jobsOf(office: Office, state = 'waiting'): Promise<number> {
  return rowsOf(office, `select from parley.job where state = '${state}'`);
}

function assignment(office: Office, n: number) {
  return { userId: id(anyone(office, n)), teamId: null, expected: { userId: null, teamId: null } };
}

function sameWinner(assignees: (object | undefined)[]): void {
  const told = new Set(assignees.map((assignee) => JSON.stringify(assignee)));
  if (told.size !== 1 || told.has('undefined') || told.has(undefined as never))
    throw new Error(`The winner is told as ${[...told].join(', ')}`);
}

async function made(office: Office, press: Press): Promise<{ id: string }> {
  const { told, body } = await office.press({ by: office.admin, ...press });
  if (told !== 'ok') throw new Error(`${press.path}: ${told}`);
  const { id: itsId, position } = body as { id: string; position?: string };
  if (position) await office.shows(position);
  return { id: itsId };
}

async function started(office: Office, more: (word: string) => MessageEvent[] = () => []) {
  const word = randomUUID();
  const [contact, message] = [`contact of ${word}`, `message of ${word}`];
  const seenUpTo = await office.happens((story) => {
    story.start(word, { contact });
    story.receive(word, `to ${message}`, { contact });
    const events = more(word);
    if (events.length === 0) return;
    story.queue(word, message, office.agents[0], contact);
    for (const event of events) story.say(message, event);
  });
  return { chat: id(word), contact: id(contact), message: id(message), seenUpTo };
}

function failed(office: Office) {
  const at = new Date().toISOString();
  return started(office, () => [
    { type: 'MessageSendStarted', data: { attempt: 1 } },
    { type: 'MessageDeclined', data: { reason: 'delivery_failure', at } },
  ]);
}

async function drafted(office: Office, chat: string, kind: 'reply' | 'note'): Promise<string> {
  const version = randomUUID();
  const body = { kind, text: 'Hello', version, seen: null };
  await made(office, { method: 'PUT', path: `/messaging-chats/${chat}/drafts`, body, by: office.manager });
  return version;
}

/** A note of the manager that names the administrator. @returns the path of what it asks */
async function mentioning(office: Office): Promise<string> {
  const { chat } = await started(office);
  const mentionedUserIds = [id(office.admin)];
  const note = { text: 'Look', mentionedUserIds, idempotencyKey: randomUUID() };
  const added = await made(office, post(`/messaging-chats/${chat}/internal-comments`, note, office.manager));
  return `/messaging-chats/${chat}/mentions/${added.id}`;
}

function onChat(command: string, makes: string) {
  return async (office: Office): Promise<Pressed> => {
    const { chat, seenUpTo } = await started(office);
    return pressed(post(`/messaging-chats/${chat}/${command}`, { seenUpTo }), makes);
  };
}

async function bulk(office: Office, action: 'archive' | 'tag' | 'read' | 'unread'): Promise<Pressed> {
  const { chat, seenUpTo } = await started(office);
  const { id: tagId } = await made(office, post('/tags', look()));
  if (action === 'unread') await office.press(post(`/messaging-chats/${chat}/read`, { seenUpTo }));
  const more = {
    archive: { seenUpTo },
    read: { seenUpTo },
    tag: { tagId },
    unread: {},
  }[action];
  const makes = {
    archive: 'ConversationArchived',
    read: 'ConversationRead',
    tag: 'ConversationTagged',
    unread: 'ConversationMarkedUnread',
  }[action];
  return {
    ...pressed(post(bulkPath, { action, chats: [{ id: chat }], ...more }), makes),
    check: (answers) => {
      const changed = answers.filter(
        ({ body }) => (body as { results: { changed: boolean }[] }).results[0]!.changed,
      );
      if (changed.length !== 1) throw new Error(`${changed.length} say that they changed something`);
    },
  };
}

/** Things that have a name of their own: who comes first has it. */
function named(path: string, content: () => object, makes: string, taken: string) {
  return (office: Office): Promise<Pressed> => {
    const body = content();
    return Promise.resolve({ press: () => post(path, body, office.admin), makes, others: [taken] });
  };
}

/** The same request of one user, sent again and again. */
function keyed(path: string, content: () => object, makes: string) {
  return (office: Office): Promise<Pressed> => {
    const [body, key] = [content(), randomUUID()];
    return Promise.resolve({
      ...pressed({ ...post(path, body, office.admin), key }, makes),
      check: (answers) => {
        const ids = new Set(answers.map(({ body: answered }) => (answered as { id: string }).id));
        if (ids.size !== 1) throw new Error(`${ids.size} ids for one thing`);
      },
    });
  };
}

function look() {
  return { name: `Name ${randomUUID().slice(0, 8)}`, colour: '#a15c00' };
}

function savedView() {
  return { name: 'Mine', query: 'list=open', visibility: 'everybody' };
}

function letter() {
  const name = `letter_${randomUUID().slice(0, 8)}`;
  return { name, language: 'en', category: 'utility', channelIds: [id('whatsapp')] };
}

function person() {
  return { displayName: 'Nora', email: `nora-${randomUUID()}@us.example`, role: 'user' };
}

function settings(office: Office, body: object): Press {
  return { method: 'PATCH', path: '/customer-settings/from-map', by: office.admin, body };
}

const anyAddress = () => {
  const [a, b] = randomBytes(2);
  return `10.1.${a}.${b}`;
};

async function isExpanded(office: Office): Promise<boolean> {
  const { rows } = await office.database.query<{ value: boolean }>(
    `select (e.data ->> 'value')::boolean as value from event_log.event e join event_log.stream s on s.no = e.stream_no
      where s.customer_id = $1 and e.type = 'CustomerSettingChanged' and e.data ->> 'name' = 'expandedTeamFilter'
      order by e.position desc limit 1`,
    [office.customerId],
  );
  return rows[0]?.value ?? false;
}

/** One that may come in already stays. */
async function allow(office: Office, address: string): Promise<{ id: string }> {
  const { body } = await office.press(post('/ip-whitelist', { name: 'Here', address }, office.admin));
  return body as { id: string };
}

async function rowsOf(office: Office, query: string): Promise<number> {
  return (await office.database.query(query)).rowCount ?? 0;
}

async function limitWhatsapp(office: Office, value: number): Promise<void> {
  await office.happens((story) => story.setting({ name: 'embeddedSignupLimit', value }));
}

/** A WhatsApp channel of a number that nothing else uses, connected. */
async function spareChannel(office: Office, phoneNumberId: string): Promise<{ id: string }> {
  const { rows } = await office.database.query<{ id: string }>(
    `select id from channels.channel where customer_id = $1 and provider_account_id = $2`,
    [office.customerId, phoneNumberId],
  );
  if (rows[0]) {
    await made(office, post(`/channels/${rows[0].id}/connect`, {}));
    return rows[0];
  }
  const credentials = { ...whatsappAccount, phoneNumberId, verifyToken: 'verify-token' };
  return made(office, post('/channels', { provider: 'whatsapp-cloud', name: 'Spare', credentials }));
}

async function connected(office: Office): Promise<string[]> {
  const { rows } = await office.database.query<{ id: string }>(
    `select id from channels.channel where customer_id = $1 and set_up ->> 'providerAccountId' = $2`,
    [office.customerId, whatsappAccount.phoneNumberId],
  );
  return rows.map((row) => row.id);
}
