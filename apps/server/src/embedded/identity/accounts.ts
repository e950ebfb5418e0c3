import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

export interface Account {
  userId: string;
  customerId: string;
  email: string;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);
const cost = { N: 16_384, r: 8, p: 1 };
const columns = 'user_id as "userId", customer_id as "customerId", email';

/** Who may sign in at the embedded provider: the users of the demo organisations. */
@Injectable()
export class Accounts {
  /** Checked against when nobody has an address, so that the answer takes as long. */
  private readonly nobody = hashPassword(randomBytes(16).toString('hex'));

  constructor(private readonly database: Database) {}

  /** Adds an account; one that is there keeps its password. */
  async add(account: Account, password: string): Promise<void> {
    await this.database.query(
      `insert into parley.embedded_account (user_id, customer_id, email, password_hash) values ($1, $2, lower($3), $4)
       on conflict (user_id) do nothing`,
      [account.userId, account.customerId, account.email, await hashPassword(password)],
    );
  }

  async all(): Promise<Account[]> {
    const { rows } = await this.database.query<Account>(
      `select ${columns} from parley.embedded_account order by created_at, user_id`,
    );
    return rows;
  }

  async find(userId: string): Promise<Account | null> {
    const { rows } = await this.database.query<Account>(
      `select ${columns} from parley.embedded_account where user_id::text = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** The account with this address and password, or null. */
  async check(email: string, password: string): Promise<Account | null> {
    const { rows } = await this.database.query<Account & { hash: string }>(
      `select ${columns}, password_hash as hash from parley.embedded_account where email = lower($1)`,
      [email.trim()],
    );
    const isRight = await matches(password, rows[0]?.hash ?? (await this.nobody));
    return isRight && rows[0] ? rows[0] : null;
  }
}

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, cost);
  return `scrypt.${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

async function matches(password: string, stored: string): Promise<boolean> {
  const [, salt = '', hash = ''] = stored.split('.');
  const given = await derive(password, Buffer.from(salt, 'base64url'), 32, cost);
  const expected = Buffer.from(hash, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
