import { randomBytes, randomUUID } from 'node:crypto';
import { bulkActions } from '@parley/contracts/api/conversations';
import { id } from '@parley/testing/event-sourcing/history';
import type { Answer, Office, Press } from '../office';
import {
  anyone,
  assignAll,
  jobsOf,
  look,
  made,
  post,
  pressed,
  remove,
  started,
  type Area,
  type Pressed,
} from '../presses';

export const area: Area = {
  buttons: {
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
  },
};

interface Result {
  ok: boolean;
  assignee?: object;
}

const bulkPath = '/messaging-chats/bulk';

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

function assignment(office: Office, n: number) {
  return { userId: id(anyone(office, n)), teamId: null, expected: { userId: null, teamId: null } };
}

function sameWinner(assignees: (object | undefined)[]): void {
  const told = new Set(assignees.map((assignee) => JSON.stringify(assignee)));
  if (told.size !== 1 || told.has('undefined') || told.has(undefined as never))
    throw new Error(`The winner is told as ${[...told].join(', ')}`);
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
