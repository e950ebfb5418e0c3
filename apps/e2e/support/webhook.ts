import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const samples = resolve(__dirname, '../../../libs/contexts/channels/src/adapters/whatsapp-cloud/fixtures');

/** A captured payload of the provider, byte for byte. */
export function sample(name: string): Buffer {
  return readFileSync(join(samples, `${name}.json`));
}

/**
 * A captured payload with the present time, so that its conversation is at the top of the list, where rows are
 * rendered.
 */
export function sampleOfNow(name: string): Buffer {
  const now = String(Math.floor(Date.now() / 1000));
  return Buffer.from(
    sample(name)
      .toString()
      .replaceAll(/("timestamp":\s*)"\d+"/g, `$1"${now}"`),
  );
}

/** Webhook with a message in WhatsApp's format; `content` contains the type, and the type's fields under its name. */
export function messageWebhook(message: {
  id: string;
  from: string;
  name: string;
  content: { type: string } & Record<string, unknown>;
  /** Id of the number that received the message; by default the demo's. */
  phoneNumberId?: string;
}): Buffer {
  const { id, from, name, content, phoneNumberId = '1122334455667' } = message;
  const timestamp = String(Math.floor(Date.now() / 1000));
  return Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '972123456789', phone_number_id: phoneNumberId },
                contacts: [{ profile: { name }, wa_id: from }],
                messages: [{ from, id, timestamp, ...content }],
              },
            },
          ],
        },
      ],
    }),
  );
}

/** Posts a webhook as the provider does, signed with the app's secret. */
export function postWebhook(
  url: string,
  body: Buffer,
  appSecret: string,
  signal?: AbortSignal,
): Promise<Response> {
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body: new Uint8Array(body),
    signal,
  });
}
