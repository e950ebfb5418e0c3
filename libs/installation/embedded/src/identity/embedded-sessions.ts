import type { IssuerSessions } from '@parley/access/http/sign-in/issuer-sessions';
import type { Sql } from '@parley/platform/database/database';

/**
 * Ends sessions of the embedded provider. All tokens of a session have the same grant, whose id is the `sid` of the
 * ID tokens. So deleting the records of that grant ends the session.
 */
export class EmbeddedSessions implements IssuerSessions {
  constructor(
    private readonly database: Sql,
    private readonly clientId: string,
  ) {}

  async end(sid: string | null): Promise<boolean> {
    if (sid !== null) await this.endGrants([sid]);
    return true;
  }

  async endAll(userId: string): Promise<void> {
    const { rows } = await this.database.query<{ sid: string | null }>(
      `delete from parley.oidc_record where model = 'Session' and payload ->> 'accountId' = $1
       returning payload -> 'authorizations' -> $2 ->> 'grantId' as sid`,
      [userId, this.clientId],
    );
    await this.endGrants(rows.flatMap(({ sid }) => sid ?? []));
  }

  private async endGrants(ids: string[]): Promise<void> {
    await this.database.query(
      `delete from parley.oidc_record
        where grant_id = any($1::text[])
           or (model = 'Grant' and id_hash = any(select sha256(convert_to(id, 'UTF8')) from unnest($1::text[]) id))
           or (model = 'Session' and payload -> 'authorizations' -> $2 ->> 'grantId' = any($1::text[]))`,
      [ids, this.clientId],
    );
  }
}

/** Sessions at a configured issuer. Only the user's browser can end them there. */
export class ForeignSessions implements IssuerSessions {
  end(): Promise<boolean> {
    return Promise.resolve(false);
  }

  endAll(): Promise<void> {
    return Promise.resolve();
  }
}
