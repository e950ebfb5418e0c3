import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';
import { notePresenceSql } from '../../presence/user-presence';

export interface SessionTokens {
  idToken: string;
  refreshToken?: string;
  /** When the ID token ends: seconds since the epoch. */
  expiresAt: number;
}

export interface Session {
  userId: string;
  customerId: string;
  /** The issuer's name of it, which its ID tokens say; null where it gives none. */
  sid: string | null;
  tokens: SessionTokens;
}

interface SessionRow {
  userId: string;
  customerId: string;
  sid: string | null;
  sealed: string;
  expiresAt: number;
}

/** A session nobody used for this long is over (spec, section 9), and any is after a week. */
const IDLE = `interval '8 hours'`;
const LONGEST = `interval '7 days'`;
/** How long one process may take to refresh before another tries. */
const REFRESH_LEASE = `interval '15 seconds'`;

/** Sign-ins of browsers. The id in the cookie is random and new at every sign-in. */
@Injectable()
export class Sessions {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('sessions');
  }

  /** @returns the id for the cookie. */
  async start({ userId, customerId, sid, tokens }: Session): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const hash = hashOf(id);
    await this.database.query('delete from parley.session where expires_at < now()');
    await this.database.query(
      `insert into parley.session (id_hash, customer_id, user_id, sealed_tokens, token_expires_at, expires_at, sid)
       values ($1, $2, $3, $4, to_timestamp($5), now() + ${IDLE}, $6)`,
      [hash, customerId, userId, this.seal(hash, tokens), tokens.expiresAt, sid],
    );
    return id;
  }

  /** The session, which counts as used, and its owner as present; null once it is over. */
  async use(id: string): Promise<Session | null> {
    const hash = hashOf(id);
    const { rows } = await this.database.query<SessionRow>(
      `with used as (
         update parley.session set expires_at = least(now() + ${IDLE}, created_at + ${LONGEST})
          where id_hash = $1 and expires_at > now()
          returning user_id, customer_id, sid, sealed_tokens, token_expires_at
       ), present as (${notePresenceSql('select user_id from used')})
       select user_id as "userId", customer_id as "customerId", sid, sealed_tokens as sealed,
              extract(epoch from token_expires_at)::float as "expiresAt"
         from used`,
      [hash],
    );
    return rows[0] ? this.toSession(hash, rows[0]) : null;
  }

  /** Whose session it is, without its counting as used. */
  async ownerOf(id: string): Promise<Pick<Session, 'userId' | 'customerId'> | null> {
    const { rows } = await this.database.query<Pick<Session, 'userId' | 'customerId'>>(
      `select user_id as "userId", customer_id as "customerId" from parley.session
        where id_hash = $1 and expires_at > now()`,
      [hashOf(id)],
    );
    return rows[0] ?? null;
  }

  /** Whether they are signed in anywhere. */
  async hasAny(userId: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'select from parley.session where user_id = $1 and expires_at > now() limit 1',
      [userId],
    );
    return rowCount === 1;
  }

  /** Whether the caller, and nobody else for the next seconds, is to refresh the tokens that it saw. */
  async claimRefresh(id: string, seen: SessionTokens): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update parley.session set refreshing_until = now() + ${REFRESH_LEASE}
        where id_hash = $1 and token_expires_at = to_timestamp($2)
          and (refreshing_until is null or refreshing_until < now())`,
      [hashOf(id), seen.expiresAt],
    );
    return rowCount === 1;
  }

  /** Keeps the new tokens. @returns false where the session ended meanwhile: they are to open nothing */
  async refreshed(id: string, tokens: SessionTokens): Promise<boolean> {
    const hash = hashOf(id);
    const { rowCount } = await this.database.query(
      `update parley.session
          set sealed_tokens = $2, token_expires_at = to_timestamp($3), refreshing_until = null
        where id_hash = $1`,
      [hash, this.seal(hash, tokens), tokens.expiresAt],
    );
    return rowCount === 1;
  }

  /** Lets another try at once. */
  async releaseRefresh(id: string): Promise<void> {
    await this.database.query('update parley.session set refreshing_until = null where id_hash = $1', [
      hashOf(id),
    ]);
  }

  /** Ends all sessions of a user. */
  async endAll(userId: string): Promise<void> {
    await this.database.query('delete from parley.session where user_id = $1', [userId]);
  }

  /** Ends it. @returns the session that ended, for the issuer to end its own. */
  async end(id: string): Promise<Session | null> {
    const hash = hashOf(id);
    const { rows } = await this.database.query<SessionRow>(
      `delete from parley.session where id_hash = $1
       returning user_id as "userId", customer_id as "customerId", sid, sealed_tokens as sealed,
                 extract(epoch from token_expires_at)::float as "expiresAt"`,
      [hash],
    );
    return rows[0] ? this.toSession(hash, rows[0]) : null;
  }

  private toSession(hash: Buffer, { userId, customerId, sid, sealed, expiresAt }: SessionRow): Session {
    const { idToken, refreshToken } = JSON.parse(openText(this.key, sealed, placeOf(hash))) as SessionTokens;
    return { userId, customerId, sid, tokens: { idToken, refreshToken, expiresAt } };
  }

  private seal(hash: Buffer, { idToken, refreshToken }: SessionTokens): string {
    return sealText(this.key, JSON.stringify({ idToken, refreshToken }), placeOf(hash));
  }
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

function placeOf(hash: Buffer): string {
  return `session/${hash.toString('hex')}`;
}
