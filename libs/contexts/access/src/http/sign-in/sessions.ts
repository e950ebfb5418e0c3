import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';
import { notePresenceSql } from '../../presence/user-presence';

export interface SessionTokens {
  idToken: string;
  refreshToken?: string;
  /** When the ID token expires, in seconds since the epoch. */
  expiresAt: number;
}

export interface Session {
  userId: string;
  customerId: string;
  /** The issuer's name of the session, from its ID tokens; null if the issuer gives sessions no names. */
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

/** A session ends after 8 hours without use (specification, section 9), and after 7 days at the latest. */
const IDLE = `interval '8 hours'`;
const LONGEST = `interval '7 days'`;
/** For this time, only one process may refresh the tokens of a session. */
const REFRESH_LEASE = `interval '15 seconds'`;

/** Stores browser sessions. The id in the cookie is random, and new at every sign-in. */
@Injectable()
export class Sessions {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('sessions');
  }

  /**
   * Starts a session.
   * @returns the session's id for the cookie
   */
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

  /** Marks the session as used and its user as present, and returns the session; null if it has ended. */
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

  /** The user of a session, without marking the session as used. */
  async ownerOf(id: string): Promise<Pick<Session, 'userId' | 'customerId'> | null> {
    const { rows } = await this.database.query<Pick<Session, 'userId' | 'customerId'>>(
      `select user_id as "userId", customer_id as "customerId" from parley.session
        where id_hash = $1 and expires_at > now()`,
      [hashOf(id)],
    );
    return rows[0] ?? null;
  }

  /** Whether the user has a session in any browser. */
  async hasAny(userId: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'select from parley.session where user_id = $1 and expires_at > now() limit 1',
      [userId],
    );
    return rowCount === 1;
  }

  /**
   * Gives the caller the exclusive right, for `REFRESH_LEASE`, to refresh the tokens `seen`.
   * @returns false if another process has the right, or the session has other tokens by now
   */
  async claimRefresh(id: string, seen: SessionTokens): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update parley.session set refreshing_until = now() + ${REFRESH_LEASE}
        where id_hash = $1 and token_expires_at = to_timestamp($2)
          and (refreshing_until is null or refreshing_until < now())`,
      [hashOf(id), seen.expiresAt],
    );
    return rowCount === 1;
  }

  /**
   * Stores the refreshed tokens.
   * @returns false if the session has ended since, so that the tokens must not be used
   */
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

  /** Gives up the right to refresh, so that another process may refresh immediately. */
  async releaseRefresh(id: string): Promise<void> {
    await this.database.query('update parley.session set refreshing_until = null where id_hash = $1', [
      hashOf(id),
    ]);
  }

  async endAll(userId: string): Promise<void> {
    await this.database.query('delete from parley.session where user_id = $1', [userId]);
  }

  /**
   * Ends the session.
   * @returns the ended session, so that the caller can end the issuer's session; null if there was none
   */
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
