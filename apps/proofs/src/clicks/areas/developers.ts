import { randomUUID } from 'node:crypto';
import type { Office } from '../office';
import { post, pressed, remove, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
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
    'rotation of an API key': async (office) => {
      const key = await newApiKey(office);
      const press = post(`/api-keys/${key.id}/rotate`, { hint: key.hint, overlapHours: 1 }, office.admin);
      return { ...pressed(press, 'ApiKeyRotated'), others: ['api_key_rotated'] };
    },
    'revocation of an API key': async (office) => {
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
    'rotation of the secret of a webhook': async (office) => {
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
    'removal of a webhook': async (office) => {
      const { id: webhookId } = await newWebhook(office);
      return pressed(remove(`/webhooks/${webhookId}`, office.admin), 'WebhookRemoved');
    },
  },
  unpressed: {
    'POST /events': 'records nothing when the same event is stated again (integration-event.spec.ts)',
    'PATCH /api-keys/:id': sets,
    'POST /api-keys/:id/take-over': 'sets who it acts for: the last one who asks',
    'PATCH /webhooks/:id': sets,
    'POST /webhooks/:id/test': 'a test under one key is one row; two presses ask for two tests',
    'POST /webhooks/:id/replay': 'one at a time: webhooks.int.spec.ts asks twice',
    'POST /webhooks/:id/deliveries/:eventId/resend': 'sets its row to be sent: twice is once',
  },
};

const apiKey = { name: 'CRM', rights: ['inbox:read'], allowedAddresses: [], expiresAt: null };

const webhook = { url: 'https://crm.example/hooks', events: ['message::received'] };

/** Removes the webhooks of earlier rounds, since their number is limited. */
async function noWebhooks(office: Office): Promise<void> {
  const { rows } = await office.database.query<{ id: string }>(
    'select id from webhooks.webhook where customer_id = $1',
    [office.customerId],
  );
  for (const { id: old } of rows) await office.press(remove(`/webhooks/${old}`, office.admin));
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
