import { Injectable } from '@nestjs/common';
import type { AssistantUsageResponse, AssistantUse } from '@parley/contracts/api/assistant';
import type { AssistantSettings } from '@parley/contracts/events';
import { Database } from '@parley/platform/database/database';
import { assistantSettings } from '../domain/assistant-settings';

const LATEST = 50;
const MAX_GROUPS = 500;

type Usage = Pick<AssistantUsageResponse, 'month' | 'total' | 'users' | 'actions' | 'models' | 'latest'>;

@Injectable()
export class AssistantQueries {
  constructor(private readonly database: Database) {}

  async settings(customerId: string): Promise<AssistantSettings> {
    const { rows } = await this.database.query<{ state: AssistantSettings }>(
      'select state from assistant.settings where customer_id = $1',
      [customerId],
    );
    return rows[0]?.state ?? assistantSettings.initialState;
  }

  /** Tokens of the organisation in this month, and requests of the user on this day (UTC). */
  async use(customerId: string, userId: string, now: string): Promise<{ tokens: number; requests: number }> {
    const { rows } = await this.database.query<{ tokens: string; requests: string }>(
      `select coalesce(sum(tokens), 0) as tokens,
              count(*) filter (where user_id = $2 and asked_at >= $4) as requests
         from assistant.run where customer_id = $1 and asked_at >= $3`,
      [customerId, userId, `${now.slice(0, 7)}-01T00:00:00Z`, `${now.slice(0, 10)}T00:00:00Z`],
    );
    return { tokens: Number(rows[0]?.tokens), requests: Number(rows[0]?.requests) };
  }

  /** @param month such as `2026-11`, UTC */
  async usage(customerId: string, month: string): Promise<Usage> {
    const bounds = [customerId, new Date(`${month}-01T00:00:00Z`), startOfNext(month)];
    const [groups, latest] = await Promise.all([
      this.database.query<GroupRow>(
        `select user_id as "userId", action, model, count(*) as requests, sum(tokens) as tokens,
                count(*) filter (where outcome = 'failed') as failed
           from assistant.run where customer_id = $1 and asked_at >= $2 and asked_at < $3
          group by grouping sets ((), (user_id), (action), (model))
          order by sum(tokens) desc, count(*) desc limit ${3 * MAX_GROUPS}`,
        bounds,
      ),
      this.database.query<LatestRow>(
        `select id, user_id as "userId", action, model, language, asked_at as "askedAt", outcome, reason, tokens
           from assistant.run where customer_id = $1 and asked_at >= $2 and asked_at < $3
          order by asked_at desc, id limit ${LATEST}`,
        bounds,
      ),
    ]);
    const { rows } = groups;
    const whole = rows.find(({ userId, action, model }) => !userId && !action && !model);
    return {
      month,
      total: { ...useOf(whole), failed: Number(whole?.failed ?? 0) },
      users: rows.flatMap((row) => (row.userId ? { userId: row.userId, ...useOf(row) } : [])),
      actions: rows.flatMap((row) => (row.action ? { action: row.action, ...useOf(row) } : [])),
      models: rows.flatMap((row) => (row.model ? { model: row.model, ...useOf(row) } : [])),
      latest: latest.rows.map(({ askedAt, tokens, ...row }) => ({
        ...row,
        askedAt: askedAt.toISOString(),
        tokens: Number(tokens),
      })),
    };
  }
}

interface GroupRow {
  userId: string | null;
  action: Usage['actions'][number]['action'] | null;
  model: string | null;
  requests: string;
  tokens: string | null;
  failed: string;
}

type LatestRow = Omit<Usage['latest'][number], 'askedAt' | 'tokens'> & { askedAt: Date; tokens: string };

function useOf(row: GroupRow | undefined): AssistantUse {
  return { requests: Number(row?.requests ?? 0), tokens: Number(row?.tokens ?? 0) };
}

function startOfNext(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1));
}
