import { Injectable } from '@nestjs/common';
import type { ReportsResponse } from '@parley/contracts/api/insights';
import { Database } from '@parley/platform/database/database';
import type { Whose } from './dashboards';

/** Reads the reports of a user; users see only their own reports. */
@Injectable()
export class ReportQueries {
  constructor(private readonly database: Database) {}

  async of({ customerId, userId }: Whose): Promise<ReportsResponse['data']> {
    const { rows } = await this.database.query<ReportsResponse['data'][number] & Record<string, unknown>>(
      `select id, every, graphs, filters, to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "nextAt"
         from reports.report where customer_id = $1 and owner_id = $2 order by next_at, id`,
      [customerId, userId],
    );
    return rows;
  }
}
