import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WEBHOOK_SECRET_PREFIX } from '@parley/contracts/api/webhooks';
import { Secrets } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';

/** Whose secrets they are. */
interface Owner {
  customerId: string;
  id: string;
}

/** Signing secrets and additional headers, sealed at rest: headers hold passwords of receivers. */
@Injectable()
export class WebhookSecrets {
  private readonly fingerprintKey: Buffer;

  constructor(
    private readonly secrets: Secrets,
    masterKey: MasterKey,
  ) {
    this.fingerprintKey = masterKey.purpose('webhooks');
  }

  /** A new signing secret, and its end, by which people recognise it. It is of no webhook yet. */
  generate(): { secret: string; hint: string } {
    const secret = WEBHOOK_SECRET_PREFIX + randomBytes(32).toString('base64');
    return { secret, hint: secret.slice(-4) };
  }

  /** Replaces the secret, which signs beside the new one for as long as the webhook says. */
  async rotate({ customerId, id }: Owner, secret: string): Promise<void> {
    const before = await this.secrets.get(customerId, id, 'signing');
    if (before !== null && before !== secret)
      await this.secrets.put(customerId, id, 'signing-before', before);
    await this.secrets.put(customerId, id, 'signing', secret);
  }

  /** The secrets that sign now, the newest first. */
  async signing({ customerId, id }: Owner, withBefore: boolean): Promise<string[]> {
    const newest = await this.secrets.get(customerId, id, 'signing');
    const before = withBefore ? await this.secrets.get(customerId, id, 'signing-before') : null;
    return [newest, before].filter((secret) => secret !== null);
  }

  /** The additional headers as they were written; empty where there are none. */
  async headers({ customerId, id }: Owner): Promise<string> {
    return (await this.secrets.get(customerId, id, 'headers')) ?? '';
  }

  async keepHeaders({ customerId, id }: Owner, headers: string): Promise<void> {
    if (headers.trim() === '') await this.secrets.remove(customerId, id, 'headers');
    else await this.secrets.put(customerId, id, 'headers', headers);
  }

  /** Tells one set of headers from another and nothing of what they are; empty without headers. */
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
