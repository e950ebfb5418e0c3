import { Injectable } from '@nestjs/common';
import { generateRequestDetails, generateVAPIDKeys } from 'web-push';
import type { PushFailure, PushPayload } from '@parley/contracts/api/push';
import { Config } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';
import { isPushService } from './domain/push-services';

/** A browser's endpoint at its push service, and the keys that encrypt payloads (RFC 8291). */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The result of a push: `maybe` if it was sent but no response arrived. */
export interface Pushed {
  failure: PushFailure | 'maybe' | null;
  status: number | null;
  /** Seconds after which the service wants the next try; null without a Retry-After header. */
  retryAfter: number | null;
}

const TIMEOUT_MS = 10_000;
/** Seconds for which a push service keeps a push for an offline browser. */
const TTL_S = 3_600;
const PLACE = 'push_key';
/** Errors that occur before the request is sent. */
const BEFORE_ASKING = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** Sends pushes to browsers' push services over the Web Push protocol (RFC 8030). */
@Injectable()
export class PushClient {
  private readonly key: Buffer;
  private vapid: Promise<{ publicKey: string; privateKey: string }> | undefined;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('push');
  }

  /** Whether the server may push to this endpoint. */
  isAllowed(endpoint: string): boolean {
    return isPushService(endpoint, this.config.pushServices);
  }

  async publicKey(): Promise<string> {
    return (await this.keys()).publicKey;
  }

  /**
   * Encrypts and sends one push.
   * @param topic the push service keeps only the last push of a topic for an offline browser; up to 32 characters of
   * base64url
   */
  async push(subscription: Subscription, payload: PushPayload, topic?: string): Promise<Pushed> {
    const { endpoint } = subscription;
    if (!this.isAllowed(endpoint)) return { failure: 'refused', status: null, retryAfter: null };
    const vapidDetails = { subject: this.subject(), ...(await this.keys()) };
    const { method, headers, body } = generateRequestDetails(subscription, JSON.stringify(payload), {
      vapidDetails,
      TTL: TTL_S,
      urgency: 'high',
      ...(topic && { topic }),
    });
    try {
      const response = await fetch(endpoint, {
        method,
        headers: headers,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      const { status } = response;
      const seconds = Number(response.headers.get('retry-after'));
      const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
      return { failure: failureOf(status), status, retryAfter };
    } catch (error) {
      const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? '';
      return { failure: BEFORE_ASKING.has(code) ? 'unreachable' : 'maybe', status: null, retryAfter: null };
    }
  }

  private keys(): Promise<{ publicKey: string; privateKey: string }> {
    this.vapid ??= this.loadKeys().catch((error: unknown) => {
      this.vapid = undefined;
      throw error;
    });
    return this.vapid;
  }

  /** If several processes create a key pair concurrently, all use the first one. */
  private async loadKeys() {
    const made = generateVAPIDKeys();
    await this.database.query(
      `insert into parley.push_key (public_key, sealed_private_key)
       select $1, $2 where not exists (select from parley.push_key) on conflict do nothing`,
      [made.publicKey, sealText(this.key, made.privateKey, PLACE)],
    );
    const { rows } = await this.database.query<{ public_key: string; sealed_private_key: string }>(
      'select public_key, sealed_private_key from parley.push_key',
    );
    const [{ public_key: publicKey, sealed_private_key: sealed }] = rows as [(typeof rows)[number]];
    return { publicKey, privateKey: openText(this.key, sealed, PLACE) };
  }

  /** The contact address for push services, in case of problems with our pushes. */
  private subject(): string {
    const { publicUrl, mailFrom } = this.config;
    return publicUrl.startsWith('https:')
      ? publicUrl
      : `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
  }
}

function failureOf(status: number): PushFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'unreachable' : 'refused';
}
