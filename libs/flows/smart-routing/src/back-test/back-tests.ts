import { Injectable } from '@nestjs/common';
import {
  BACK_TEST,
  MAX_BACK_TEST_DAYS,
  MAX_BACK_TESTED,
  type AboutBackTest,
  type BackTestOutcome,
  type BackTestResponse,
  type BackTestRowsResponse,
} from '@parley/contracts/api/route-back-tests';
import type { Job } from '@parley/contracts/api/jobs';
import type { SmartRouteContent } from '@parley/contracts/events';
import { DRAFT_VERSION, testedRoutes } from '@parley/contracts/routing/back-test';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Jobs } from '@parley/jobs/jobs';
import type { Principal } from '@parley/platform/http/principal';
import { requireRule } from '@parley/routing/domain/smart-route';
import { SmartRouteQueries } from '@parley/routing/read/smart-route.queries';
import { textOf } from '../judged-message';
import type { BackTestParams } from './back-test.kind';
import { BackTestStore } from './back-test-store';
import { PastMessages } from './past-messages';

const DAY_MS = 24 * 60 * 60_000;
/** Slot of the job, of which each user has one: they can run only one back-test at a time. */
const SLOT = 'back-test';

export interface AskedBackTest {
  /** The rule that the draft changes; null for the draft of a new rule. */
  routeId: string | null;
  draft: SmartRouteContent | null;
  isAlone: boolean;
  /** ISO 8601 UTC. */
  from: string;
  to: string;
}

/** Begins and reads back-tests; each user sees only their own. */
@Injectable()
export class BackTests {
  constructor(
    private readonly jobs: Jobs,
    private readonly rules: SmartRouteQueries,
    private readonly messages: PastMessages,
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly store: BackTestStore,
  ) {}

  /**
   * Begins a test on those messages of a period that the user may see.
   * @param id id of the request, and of a new rule's draft; a repeated request returns the existing test
   * @throws Rejected for an invalid draft or period, `back_test_running`
   * @throws the errors of `Jobs.begin`
   */
  async begin(me: Principal, id: string, asked: AskedBackTest): Promise<BackTestResponse> {
    const { routeId, draft, isAlone, from, to } = asked;
    requirePeriod(from, to);
    if (isAlone && !draft) throw new Rejected('invalid_input', 'draft');
    if (draft) requireRule(draft);
    const { customerId, userId, ip } = me;
    const standing = await this.rules.standing(customerId);
    if (routeId && !standing.some((route) => route.id === routeId)) throw new NotFound();
    const changed = draft && { id: routeId ?? id, content: draft };
    const routes = testedRoutes(standing, changed, isAlone).map((route) => ({
      id: route.id,
      version: route.id === changed?.id ? DRAFT_VERSION : route.version,
    }));
    const pieces = await this.messages.pieces(await this.inbox.viewer(me), { from, to });
    const total = pieces.reduce((sum, { count }) => sum + count, 0);
    if (total > MAX_BACK_TESTED) throw new Rejected('back_test_too_long');
    const params: BackTestParams = { routes, draft: changed, isAlone };
    const about: AboutBackTest = { title: draft?.title ?? null, from, to, total };
    const items = {
      text: `select key, payload from unnest($1::text[], $2::text[]::jsonb[]) as piece (key, payload)`,
      values: [pieces.map((_, index) => `${index}`), pieces.map((piece) => JSON.stringify(piece))],
    };
    const job = await this.jobs.begin({
      ...{ id, kind: BACK_TEST, customerId, userId, ip, params, about: { ...about }, slot: SLOT, items },
    });
    if (!job) throw new Rejected('back_test_running');
    return this.told(job);
  }

  /** @throws NotFound for another user's test */
  async one(me: Principal, id: string): Promise<BackTestResponse> {
    return this.told(await this.own(me, id));
  }

  /** @throws NotFound for another user's test */
  async rows(
    me: Principal,
    id: string,
    asked: { outcome: BackTestOutcome; from: number },
  ): Promise<BackTestRowsResponse> {
    await this.own(me, id);
    const { page, next } = await this.store.rows(await this.inbox.viewer(me), id, asked);
    const entries = await this.transcript.entriesByIds(
      me.customerId,
      page.map(({ messageId }) => messageId),
    );
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    return {
      data: page.flatMap(({ wishedThen, wishedNow, outcome: _, ...row }) => {
        const entry = byId.get(row.messageId);
        if (!entry) return [];
        // An edited message is shown with its present text, so its recorded hits, which are places in the original
        // text, are omitted.
        const text = entry.isDeleted ? null : (entry.message ?? textOf(entry.content));
        const hits = entry.isEdited ? [] : row.hits;
        return [{ ...row, hits, text, receivedAt: entry.time, then: wishedThen, now: wishedNow }];
      }),
      next,
    };
  }

  private async own(me: Principal, id: string): Promise<Job> {
    const job = await this.jobs.find(me, id);
    if (job.kind !== BACK_TEST || job.userId !== me.userId) throw new NotFound();
    return job;
  }

  private async told(job: Job): Promise<BackTestResponse> {
    const { total } = job.about as unknown as AboutBackTest;
    return { id: job.id, job, total, ...(await this.store.counts(job.id)) };
  }
}

/** @throws Rejected `invalid_input`, `back_test_too_long` */
function requirePeriod(from: string, to: string): void {
  const length = Date.parse(to) - Date.parse(from);
  if (length <= 0) throw new Rejected('invalid_input', 'to');
  if (length > MAX_BACK_TEST_DAYS * DAY_MS) throw new Rejected('back_test_too_long');
}
