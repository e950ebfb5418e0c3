import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from './installation';

/** A fake of a provider that keeps its connections open, and posts one webhook at a time on each. */
export class WebhookSender {
  private readonly agent: Agent;
  private readonly url: URL;
  private sent = 0;

  constructor(
    address: string,
    private readonly installation: Installation,
    /** Number of contacts, who write by turns. */
    private readonly contacts: number,
    connections = 16,
  ) {
    this.url = new URL(`/ingress/whatsapp-cloud/${installation.channelId}`, address);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Posts a signed text message, and resolves once it is acknowledged.
   * @throws Error for any other response
   */
  async post(text: string): Promise<void> {
    const body = this.message(text);
    const signature = createHmac('sha256', this.installation.appSecret).update(body).digest('hex');
    const status = await new Promise<number>((resolve, reject) => {
      const post = request(this.url, {
        method: 'POST',
        agent: this.agent,
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'x-hub-signature-256': `sha256=${signature}`,
        },
      });
      post.on('error', reject);
      post.on('response', (response) => {
        response.on('end', () => resolve(response.statusCode ?? 0)).resume();
      });
      post.end(body);
    });
    if (status !== 200) throw new Error(`A webhook was answered with ${status}.`);
  }

  /**
   * Posts a message until it is accepted: a program that has just started does not know its channels for a moment.
   */
  async untilTaken(): Promise<void> {
    for (const deadline = Date.now() + 60_000; ;) {
      try {
        return await this.post('Hello');
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause(100);
      }
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private message(text: string): Buffer {
    const number = this.sent++;
    const from = `3460${String(number % this.contacts).padStart(7, '0')}`;
    const contact = { profile: { name: `Contact ${number % this.contacts}` }, wa_id: from };
    const timestamp = String(Math.floor(Date.now() / 1000));
    const message = {
      from,
      id: `wamid.bench.${number}.${text}`,
      timestamp,
      type: 'text',
      text: { body: text },
    };
    const metadata = { display_phone_number: '972123456789', phone_number_id: '1' };
    const value = { messaging_product: 'whatsapp', metadata, contacts: [contact], messages: [message] };
    const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
    return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  }
}
