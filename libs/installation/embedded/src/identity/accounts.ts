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
 * log₂ of the cost of a new hash: 32 MiB each, the least that the C library gives back to the system at once. It keeps
 * smaller ones, one for each thread that ever hashed.
 */
const LN = 15;
const columns = 'user_id as "userId", customer_id as "customerId"';

/** Passwords of those who sign in at the embedded provider. Who they are, and by which address, users say themselves. */
@Injectable()
export class Accounts {
  /** Checked against when nobody has an address, so that the answer takes as long. */
  private readonly nobody = hashPassword(randomBytes(16).toString('hex'));

  constructor(
    private readonly database: Database,
    private readonly access: AccessQueries,
  ) {}

  /** Adds a demo account; one that is there keeps its password. */
  async addDemo({ userId, customerId }: Account): Promise<void> {
    await this.database.query(
      `insert into parley.embedded_account (user_id, customer_id, password_hash, is_demo) values ($1, $2, $3, true)
       on conflict (user_id) do nothing`,
      [userId, customerId, await hashPassword(demoPassword)],
    );
  }

  /** Gives somebody this password, whether or not they had one. */
  async setPassword({ userId, customerId }: Account, password: string): Promise<void> {
    await this.database.query(
      `insert into parley.embedded_account (user_id, customer_id, password_hash) values ($1, $2, $3)
       on conflict (user_id) do update set password_hash = excluded.password_hash, is_demo = false`,
      [userId, customerId, await hashPassword(password)],
    );
  }

  /** Those whose password is known to everybody. */
  async demos(): Promise<Account[]> {
    const { rows } = await this.database.query<Account>(
      `select ${columns} from parley.embedded_account where is_demo order by created_at, user_id`,
    );
    return rows;
  }

  /** Null also for somebody who was deleted. */
  async find(userId: string): Promise<Account | null> {
    const { rows } = await this.database.query<Account>(
      `select ${columns} from parley.embedded_account where user_id::text = $1`,
      [userId],
    );
    const [account] = rows;
    return account && (await this.access.memberById(account.customerId, account.userId)) ? account : null;
  }

  /** Whose address and password these are, or null. */
  async check(email: string, password: string): Promise<Account | null> {
    // No address has what is no text, and PostgreSQL would not look for it.
    const members = isPlainText(email) ? await this.access.membersByEmail(email.trim()) : [];
    const { rows } = await this.database.query<Account & { hash: string }>(
      `select ${columns}, password_hash as hash from parley.embedded_account
        where user_id = any($1::uuid[]) order by created_at limit ${MOST_ORGANISATIONS}`,
      [members.map(({ userId }) => userId)],
    );
    // The same address in several organisations is several accounts: the password says which.
    for (const { hash, ...account } of rows) {
      if (!(await matches(password, hash))) continue;
      if (costOf(hash) < LN) await this.keepAtCost(account, hash, password);
      return account;
    }
    if (rows.length === 0) await matches(password, await this.nobody);
    return null;
  }

  /** A password is known only while somebody signs in with it. One that was chosen meanwhile stays. */
  private async keepAtCost({ userId }: Account, before: string, password: string): Promise<void> {
    await this.database.query(
      'update parley.embedded_account set password_hash = $3 where user_id = $1 and password_hash = $2',
      [userId, before, await hashPassword(password)],
    );
  }
}

/** With one address: each costs a password check. */
const MOST_ORGANISATIONS = 10;

/** @returns `scrypt.LN.SALT.HASH` */
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
