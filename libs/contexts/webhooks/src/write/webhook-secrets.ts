import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WEBHOOK_SECRET_PREFIX } from '@parley/contracts/api/webhooks';
import { Secrets } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';

interface Owner {
  customerId: string;
  id: string;
}

/** Signing secrets and additional headers, encrypted at rest, since headers contain passwords of receivers. */
@Injectable()
export class WebhookSecrets {
  private readonly fingerprintKey: Buffer;

  constructor(
    private readonly secrets: Secrets,
    masterKey: MasterKey,
  ) {
    this.fingerprintKey = masterKey.purpose('webhooks');
  }

  /**
   * Generates a signing secret, and as its hint the last four characters, by which people recognise it. Stores
   * nothing.
   */
  generate(): { secret: string; hint: string } {
    const secret = WEBHOOK_SECRET_PREFIX + randomBytes(32).toString('base64');
    return { secret, hint: secret.slice(-4) };
  }

  /** Replaces the secret; the previous one also signs until the time in the webhook's event about the rotation. */
  async rotate({ customerId, id }: Owner, secret: string): Promise<void> {
    const before = await this.secrets.get(customerId, id, 'signing');
    if (before !== null && before !== secret)
      await this.secrets.put(customerId, id, 'signing-before', before);
    await this.secrets.put(customerId, id, 'signing', secret);
  }

  /** The secrets with which deliveries are signed now, the newest first. */
  async signing({ customerId, id }: Owner, withBefore: boolean): Promise<string[]> {
    const newest = await this.secrets.get(customerId, id, 'signing');
    const before = withBefore ? await this.secrets.get(customerId, id, 'signing-before') : null;
    return [newest, before].filter((secret) => secret !== null);
  }

  /** The additional headers as the user wrote them; empty if there are none. */
  async headers({ customerId, id }: Owner): Promise<string> {
    return (await this.secrets.get(customerId, id, 'headers')) ?? '';
  }

  async keepHeaders({ customerId, id }: Owner, headers: string): Promise<void> {
    if (headers.trim() === '') await this.secrets.remove(customerId, id, 'headers');
    else await this.secrets.put(customerId, id, 'headers', headers);
  }

  /** A keyed hash that distinguishes sets of headers without revealing them; empty without headers. */
  fingerprint(headers: string): string {
    if (headers.trim() === '') return '';
    return createHmac('sha256', this.fingerprintKey).update(headers).digest('hex').slice(0, 8);
  }

  async forget({ customerId, id }: Owner): Promise<void> {
    for (const name of ['signing', 'signing-before', 'headers']) {
      await this.secrets.remove(customerId, id, name);
    }
  }
}
