import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { APP_TOKEN_SECONDS, type AppTokenResponse } from '@parley/contracts/api/apps';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';

/** DER prefix of the 32 bytes of an Ed25519 key (PKCS #8, RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Issues tokens that identify a user to the server of an app. No route of our API accepts them. */
@Injectable()
export class AppTokens {
  private readonly key: KeyObject;
  private readonly id: string;
  private readonly publicJwk: Record<string, unknown>;
  private readonly issuer: string;
  now = () => Date.now();

  constructor(masterKey: MasterKey, { publicUrl }: Config) {
    this.key = createPrivateKey({
      key: Buffer.concat([ED25519, masterKey.purpose('apps')]),
      format: 'der',
      type: 'pkcs8',
    });
    this.publicJwk = createPublicKey(this.key).export({ format: 'jwk' });
    this.id = createHash('sha256').update(JSON.stringify(this.publicJwk)).digest('hex').slice(0, 16);
    this.issuer = `${publicUrl}/apps`;
  }

  /** @param app `id` becomes the audience, so that no other server accepts the token */
  async issue(
    app: { id: string; customerId: string },
    user: { userId: string; role: string },
  ): Promise<AppTokenResponse> {
    const now = Math.floor(this.now() / 1000);
    const token = await new SignJWT({ org: app.customerId, role: user.role })
      .setProtectedHeader({ alg: 'EdDSA', kid: this.id, typ: 'JWT' })
      .setIssuer(this.issuer)
      .setAudience(app.id)
      .setSubject(user.userId)
      .setIssuedAt(now)
      .setExpirationTime(now + APP_TOKEN_SECONDS)
      .sign(this.key);
    return { token, expiresAt: new Date((now + APP_TOKEN_SECONDS) * 1000).toISOString() };
  }

  /** Returns the public key as a JSON Web Key Set. */
  keys(): { keys: Record<string, unknown>[] } {
    return { keys: [{ ...this.publicJwk, kid: this.id, alg: 'EdDSA', use: 'sig' }] };
  }
}
