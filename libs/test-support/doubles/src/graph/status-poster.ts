import { createHmac } from 'node:crypto';

export type GraphStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** The message that a status is about. */
export interface StatusSubject {
  externalId: string;
  account: string;
  /** Digits of a phone number, or a business-scoped id. */
  recipient: string;
  /** Value that the request to send contained, and that status webhooks return. */
  opaque?: string;
}

/** Posts signed webhooks as Meta does, and posts them again while the receiver is down. */
export class StatusPoster {
  constructor(
    private readonly appSecret: string,
    private readonly callbackUrl: string | undefined,
  ) {}

  /** @returns the body of the webhook of one status */
  body(
    { externalId, account, recipient, opaque }: StatusSubject,
    status: GraphStatus,
    code?: number,
  ): Buffer {
    const isPhone = /^\d+$/.test(recipient);
    const told = {
      id: externalId,
      status,
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...(isPhone ? { recipient_id: recipient } : { recipient_user_id: recipient }),
      ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
      ...(status === 'failed'
        ? {
            errors: [
              { code: code ?? 131000, title: 'Failed', error_data: { details: 'As it was told to.' } },
            ],
          }
        : {}),
    };
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: account, phone_number_id: account },
      statuses: [told],
    };
    return Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: account, changes: [{ value, field: 'messages' }] }],
      }),
    );
  }

  sign(body: Buffer): string {
    return `sha256=${createHmac('sha256', this.appSecret).update(body).digest('hex')}`;
  }

  /** @returns the status of the last response; 0 if there was none */
  async post(body: Buffer, tries = 8): Promise<number> {
    if (!this.callbackUrl) return 0;
    for (let attempt = 1; ; attempt++) {
      const status = await this.postOnce(this.callbackUrl, body);
      if (status === 200 || attempt >= tries) return status;
      await pause(50 * 2 ** attempt);
    }
  }

  private async postOnce(url: string, body: Buffer): Promise<number> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': this.sign(body) },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}

/** Waits without keeping the process alive. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
