import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import { isPlainText } from '@parley/contracts/rules/plain-text';
import { Database } from '@parley/platform/database/database';
import { demoPassword } from './demo-sign-in';

export interface Account {
  userId: string;
  customerId: string;
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/**
 * log₂ of scrypt's cost for new hashes. Each hash takes 32 MiB: the C library returns memory blocks of this size to
 * the system immediately, but keeps smaller ones for each thread that has computed a hash.
 */
const LN = 15;
const columns = 'user_id as "userId", customer_id as "customerId"';

/** Passwords of users of the embedded provider. The users' names and mail addresses are in the log. */
@Injectable()
export class Accounts {
  /** Hash that is checked if no user has the address, so that the response takes as long as for a wrong password. */
  private readonly nobody = hashPassword(randomBytes(16).toString('hex'));

  constructor(
    private readonly database: Database,
    private readonly access: AccessQueries,
  ) {}

  /** Adds a demo account; an existing account keeps its password. */
  async addDemo({ userId, customerId }: Account): Promise<void> {
    await this.database.query(
      `insert into parley.embedded_account (user_id, customer_id, password_hash, is_demo) values ($1, $2, $3, true)
       on conflict (user_id) do nothing`,
      [userId, customerId, await hashPassword(demoPassword)],
    );
  }

  /** Sets the password of a user, with or without an earlier one. */
  async setPassword({ userId, customerId }: Account, password: string): Promise<void> {
    await this.database.query(
      `insert into parley.embedded_account (user_id, customer_id, password_hash) values ($1, $2, $3)
       on conflict (user_id) do update set password_hash = excluded.password_hash, is_demo = false`,
      [userId, customerId, await hashPassword(password)],
    );
  }

  /** @returns accounts with the public demo password */
  async demos(): Promise<Account[]> {
    const { rows } = await this.database.query<Account>(
      `select ${columns} from parley.embedded_account where is_demo order by created_at, user_id`,
    );
    return rows;
  }

  /** @returns the user's account; null if there is none or the user is deleted */
  async find(userId: string): Promise<Account | null> {
    const { rows } = await this.database.query<Account>(
      `select ${columns} from parley.embedded_account where user_id::text = $1`,
      [userId],
    );
    const [account] = rows;
    return account && (await this.access.memberById(account.customerId, account.userId)) ? account : null;
  }

  /** @returns the account with this address and password, null if there is none */
  async check(email: string, password: string): Promise<Account | null> {
    // Text with characters such as U+0000 would make the query fail, and no address contains them.
    const members = isPlainText(email) ? await this.access.membersByEmail(email.trim()) : [];
    const { rows } = await this.database.query<Account & { hash: string }>(
      `select ${columns}, password_hash as hash from parley.embedded_account
        where user_id = any($1::uuid[]) order by created_at limit ${MAX_ORGANISATIONS}`,
      [members.map(({ userId }) => userId)],
    );
    // Users with the same address in several organisations have separate accounts. The password determines which one
    // is signed in.
    for (const { hash, ...account } of rows) {
      if (!(await matches(password, hash))) continue;
      if (costOf(hash) < LN) await this.keepAtCost(account, hash, password);
      return account;
    }
    if (rows.length === 0) await matches(password, await this.nobody);
    return null;
  }

  /**
   * Replaces a hash of lower cost by one of the current cost, which is possible only at a sign-in, when the password
   * is known. Does nothing if the password was changed in the meantime.
   */
  private async keepAtCost({ userId }: Account, before: string, password: string): Promise<void> {
    await this.database.query(
      'update parley.embedded_account set password_hash = $3 where user_id = $1 and password_hash = $2',
      [userId, before, await hashPassword(password)],
    );
  }
}

/** Maximum number of accounts with one address that a sign-in checks, since each check computes a hash. */
const MAX_ORGANISATIONS = 10;

/** @returns the password's hash in the form `scrypt.LN.SALT.HASH` */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(password, salt, LN);
  return `scrypt.${LN}.${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

function costOf(stored: string): number {
  return Number(stored.split('.')[1]);
}

async function matches(password: string, stored: string): Promise<boolean> {
  const [, , salt = '', hash = ''] = stored.split('.');
  const given = await derived(password, Buffer.from(salt, 'base64url'), costOf(stored));
  const expected = Buffer.from(hash, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function derived(password: string, salt: Buffer, ln: number): Promise<Buffer> {
  const [N, r] = [2 ** ln, 8];
  return derive(password, salt, 32, { N, r, p: 1, maxmem: 2 * 128 * N * r });
}
