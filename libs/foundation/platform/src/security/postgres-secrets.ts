import type { Sql } from '../database/database';
import { Secrets, type SealedSecret } from './keys';
import type { MasterKey } from './master-key';
import { openText, sealText } from './sealing';

/** Secrets encrypted with the master key, each bound to its row. */
export class PostgresSecrets extends Secrets {
  private readonly key: Buffer;
  /** Reads in flight by row, since concurrent messages of a channel need the same token. */
  private readonly reading = new Map<string, Promise<SealedSecret | null>>();

  constructor(
    private readonly database: Sql,
    masterKey: MasterKey,
  ) {
    super();
    this.key = masterKey.purpose('secrets');
  }

  async put(customerId: string, owner: string, name: string, value: string): Promise<void> {
    await this.database.query(
      `insert into parley.secret (customer_id, owner, name, sealed) values ($1, $2, $3, $4)
       on conflict (customer_id, owner, name) do update set sealed = excluded.sealed`,
      [customerId, owner, name, sealText(this.key, value, place(customerId, owner, name))],
    );
    // Later readers get the new value instead of a read in flight.
    this.reading.delete(place(customerId, owner, name));
  }

  async find(customerId: string, owner: string, name: string): Promise<SealedSecret | null> {
    const where = place(customerId, owner, name);
    const underWay = this.reading.get(where);
    if (underWay) return underWay;
    const reading = this.read(customerId, owner, name).finally(() => {
      if (this.reading.get(where) === reading) this.reading.delete(where);
    });
    this.reading.set(where, reading);
    return reading;
  }

  async remove(customerId: string, owner: string, name: string): Promise<void> {
    await this.database.query(
      'delete from parley.secret where customer_id = $1 and owner = $2 and name = $3',
      [customerId, owner, name],
    );
    this.reading.delete(place(customerId, owner, name));
  }

  async replace(
    { customerId, owner, name }: { customerId: string; owner: string; name: string },
    { from, to }: { from: string; to: string },
  ): Promise<boolean> {
    const where = place(customerId, owner, name);
    const { rows } = await this.database.query<{ sealed: string }>(
      'select sealed from parley.secret where customer_id = $1 and owner = $2 and name = $3',
      [customerId, owner, name],
    );
    const [row] = rows;
    if (!row || openText(this.key, row.sealed, where) !== from) return false;
    const { rowCount } = await this.database.query(
      `update parley.secret set sealed = $5
        where customer_id = $1 and owner = $2 and name = $3 and sealed = $4`,
      [customerId, owner, name, row.sealed, sealText(this.key, to, where)],
    );
    this.reading.delete(where);
    return rowCount === 1;
  }

  private async read(customerId: string, owner: string, name: string): Promise<SealedSecret | null> {
    const { rows } = await this.database.query<{ sealed: string }>(
      'select sealed from parley.secret where customer_id = $1 and owner = $2 and name = $3',
      [customerId, owner, name],
    );
    const [row] = rows;
    return row ? { open: () => openText(this.key, row.sealed, place(customerId, owner, name)) } : null;
  }
}

function place(customerId: string, owner: string, name: string): string {
  return JSON.stringify([customerId, owner, name]);
}
