import { Injectable, Logger } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../database/database';

export interface Health {
  ok: boolean;
  /**
   * Shown only to operators (`OperatorAccess`): may name streams and organisations by id, but no addresses or names
   * of people and no secrets.
   */
  detail?: string;
}

/** A dependency without which this process cannot work. */
export interface HealthCheck {
  name: string;
  check(): Promise<Health>;
}

export interface Readiness {
  status: 'ok' | 'failing';
  checks: ({ name: string } & Health)[];
}

/** Time limit in ms; a check that takes longer has failed. */
const MAX_MS = 3000;

/** Registry of the checks for readiness, filled by engines and roles. */
@Injectable()
export class HealthChecks {
  private readonly logger = new Logger('Health');
  private readonly checks = new Map<string, HealthCheck>();

  /** Replaces a check of the same name. */
  register(check: HealthCheck): void {
    this.checks.set(check.name, check);
  }

  /** Runs all checks concurrently. Never throws. */
  async readiness(longestMs = MAX_MS): Promise<Readiness> {
    const checks = await Promise.all([...this.checks.values()].map((check) => this.ask(check, longestMs)));
    return { status: checks.every(({ ok }) => ok) ? 'ok' : 'failing', checks };
  }

  private async ask(check: HealthCheck, longestMs: number): Promise<{ name: string } & Health> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Health>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false, detail: 'no answer in time' }), longestMs);
    });
    try {
      const { ok, detail } = await Promise.race([check.check(), late]);
      return { name: check.name, ok, detail };
    } catch (error) {
      this.logger.warn(`${check.name}: ${String(error)}`);
      return { name: check.name, ok: false, detail: 'check failed' };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Registers the results of readiness as a gauge, for alert rules. Runs the checks at each scrape. */
export function registerHealthMetrics(registry: Registry, health: HealthChecks): void {
  new Gauge({
    name: 'parley_health_check',
    help: 'Whether something that this process needs is well: 1, or 0.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, ok } of (await health.readiness()).checks) this.set({ check: name }, ok ? 1 : 0);
    },
  });
}

/** On a standby, this statement fails like a write, with SQLSTATE 25006, so that the pool drops the connection. */
const REQUIRE_WRITABLE = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise exception 'The database is read-only.' using errcode = 'read_only_sql_transaction';
  end if;
end $$`;

/** Checks that the database responds and accepts writes. */
export function databaseHealth(database: Sql): HealthCheck {
  return {
    name: 'database',
    async check() {
      await database.query(REQUIRE_WRITABLE);
      return { ok: true };
    },
  };
}
