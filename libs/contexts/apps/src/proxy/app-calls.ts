import { Injectable } from '@nestjs/common';
import { MAX_APP_CALLS_SHOWN, type AppCallResponse } from '@parley/contracts/api/apps';
import { Database } from '@parley/platform/database/database';
import type { AppOwner } from '../write/app-secrets';

/** The last calls of each app, for administrators who set it up: the destination and the outcome, without content. */
@Injectable()
export class AppCalls {
  constructor(private readonly database: Database) {}

  async note({ customerId, id }: AppOwner, call: AppCallResponse): Promise<void> {
    const { at, method, host, path, status, error, durationMs } = call;
    await this.database.query(
      `with kept as (
         select id from parley.app_call where app_id = $2 order by id desc limit ${MAX_APP_CALLS_SHOWN - 1}
       ), gone as (
         delete from parley.app_call where app_id = $2 and id < (select min(id) from kept)
       )
       insert into parley.app_call (customer_id, app_id, at, method, host, path, status, error, duration_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [customerId, id, at, method, host, path, status, error, durationMs],
    );
  }

  async last({ customerId, id }: AppOwner): Promise<AppCallResponse[]> {
    const { rows } = await this.database.query<AppCallResponse & { [column: string]: unknown }>(
      `select at, method, host, path, status, error, duration_ms as "durationMs" from parley.app_call
        where customer_id = $1 and app_id = $2 order by id desc limit ${MAX_APP_CALLS_SHOWN}`,
      [customerId, id],
    );
    return rows;
  }
}
