import { randomUUID } from 'node:crypto';
import { id } from '@parley/testing/event-sourcing/history';
import type { Office, Press } from '../office';
import { anyone, made, post, pressed, remove, started, type Area } from '../presses';

export const area: Area = {
  buttons: {
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
    'a mention that is reopened': async (office) => {
      const path = await mentioning(office);
      await office.press(post(`${path}/settle`, {}, office.admin));
      return pressed(post(`${path}/reopen`, {}, office.admin), 'MentionReopened');
    },
    'mentions that their writer withdraws': async (office) =>
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
  },
  unpressed: {
    'POST /email-chats/entries/:id/move':
      'one conversation, of an id of both; mail.int.spec.ts presses it from eight places at once',
    'POST /email-chats/:id/join': 'one at a time for a contact (mail.int.spec.ts, conversation.spec.ts)',
    'POST /email-chats/:id/part': 'the decider makes no second fact (conversation.spec.ts, mail.int.spec.ts)',
    'PUT /messaging-chats/:id/drafts':
      'rejects a save by a window that has not seen the stored text (drafts.int.spec.ts)',
    'POST /assets/signed-urls': 'reads: its body names more files than an address can',
    'POST /assets/zip': 'reads: its body names more files than an address can',
    'POST /conversation-starts/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
    'POST /messaging-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  },
};

function send(
  chat: string,
  content: object,
  { by, ...rest }: { by?: string } & Record<string, unknown> = {},
): Press {
  return post('/messages/send', { chat: { id: chat }, content, idempotencyKey: randomUUID(), ...rest }, by);
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

/**
 * Adds a note of the manager that mentions the administrator.
 * @returns path of the mention
 */
async function mentioning(office: Office): Promise<string> {
  const { chat } = await started(office);
  const mentionedUserIds = [id(office.admin)];
  const note = { text: 'Look', mentionedUserIds, idempotencyKey: randomUUID() };
  const added = await made(office, post(`/messaging-chats/${chat}/internal-comments`, note, office.manager));
  return `/messaging-chats/${chat}/mentions/${added.id}`;
}
