import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** Finds organisations by the hosts at which their users sign in. */
@Injectable()
export class OrganisationQueries {
  constructor(private readonly database: Database) {}

  /** The organisation that owns the domain; null if none does. */
  async byDomain(domain: string): Promise<string | null> {
    const { rows } = await this.database.query<{ customer_id: string }>(
      'select customer_id from access.customer_domain where domain = $1',
      [domain],
    );
    return rows[0]?.customer_id ?? null;
  }

  async domains(): Promise<string[]> {
    const { rows } = await this.database.query<{ domain: string }>(
      'select domain from access.customer_domain order by domain',
    );
    return rows.map(({ domain }) => domain);
  }
}
