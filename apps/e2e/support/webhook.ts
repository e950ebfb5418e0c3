import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const samples = resolve(__dirname, '../../../libs/contexts/channels/src/adapters/whatsapp-cloud/fixtures');

/** A payload that was captured from the provider, byte for byte. */
export function sample(name: string): Buffer {
  return readFileSync(join(samples, `${name}.json`));
}

/**
 * A captured payload with the present time, so that its conversation is at the top of the list, where rows are drawn.
 */
export function sampleOfNow(name: string): Buffer {
  const now = String(Math.floor(Date.now() / 1000));
  return Buffer.from(
    sample(name)
      .toString()
      .replaceAll(/("timestamp":\s*)"\d+"/g, `$1"${now}"`),
  );
}

/** A message as WhatsApp posts it; `content` has its type, and the fields of that type under its name. */
export function messageWebhook(message: {
  id: string;
  from: string;
  name: string;
  content: { type: string } & Record<string, unknown>;
  /** The number that received it; the demo's by default. */
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
