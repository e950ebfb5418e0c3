import type { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { View } from '../projection/view';
import type { EventStore } from '../store/event-store';
import type { Span } from '../store/log-audit';
import { toPosition } from '../store/position';
import { EMPTY_TALLY, isEqual, minus, plus, type Tally } from '../store/tally';
import {
  between,
  deleteOldComparisons,
  loadSamples,
  MAX_CANDIDATES,
  saveComparison,
  takeSamples,
  type Comparison,
  type Difference,
  type Sample,
  type SampledView,
} from './view-samples';

const SAMPLE_EVERY_MS = 60_000;
const COMPARE_EVERY_MS = 10 * 60_000;

export interface CompletenessHooks {
  /**
   * Called for a difference, to raise an alarm: the view lacks events or has folded some twice, until it is rebuilt.
   */
  onDifference?(difference: Difference): void;
  /** Called if a round failed; it will be retried. */
  onError?(error: unknown): void;
}

/**
 * Compares the events that were delivered to views with those in the log. The checkpoint of a view counts its events
 * and combines their positions in a tally. The watch samples these tallies about every minute; about every ten
 * minutes it counts the same parts of the log without a subscription. Both sides are compared over the same
 * positions, so a view that lags behind is no difference, and neither is an event that the view ignores or has
 * quarantined.
 */
export class CompletenessWatch implements LeasedWork {
  readonly name = 'completeness';
  now = () => new Date();

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly views: readonly Pick<View, 'name' | 'prefixes'>[],
    private readonly hooks: CompletenessHooks = {},
  ) {}

  async run(lease: Lease): Promise<void> {
    const database = lease.guard(this.database);
    // The first comparison comes soon after the start, so that an installation that restarts often is compared as
    // well.
    let compareAt = this.now().getTime() + SAMPLE_EVERY_MS;
    const round = async () => {
      // Compares samples from the round before, which gives appends in progress a minute to end.
      if (this.now().getTime() >= compareAt) {
        await this.compare({ database, signal: lease.signal });
        compareAt = this.now().getTime() + COMPARE_EVERY_MS;
      }
      await this.sample(database);
      return SAMPLE_EVERY_MS;
    };
    await lease.repeat(round, (error) => {
      if (!lease.signal.aborted) this.hooks.onError?.(error);
    });
  }

  async sample(database = this.database): Promise<void> {
    const names = this.views.map(({ name }) => name);
    await takeSamples(database, names, this.store.engineId);
  }

  /**
   * Compares the log with each view over all its samples, and records the result.
   * @returns the differences; each is recorded once and reported until the view is rebuilt
   */
  async compare({ database = this.database, signal }: CompareOptions = {}): Promise<Difference[]> {
    const comparisons = await this.comparisons({ database, signal });
    const found: Difference[] = [];
    // Each view in a transaction of its own: a view whose fold hangs must not keep the checkpoints of others locked.
    for (const comparison of comparisons) {
      const isSaved = await database.transaction((tx) => saveComparison(tx, comparison, this.now()));
      if (!isSaved) continue;
      for (const difference of comparison.differences) this.hooks.onDifference?.(difference);
      found.push(...comparison.differences);
    }
    if (comparisons.length > 0) await deleteOldComparisons(database, this.now());
    return found;
  }

  /** Compares the log with each view over all its samples, without recording the result. */
  async comparisons({ database = this.database, signal }: CompareOptions = {}): Promise<Comparison[]> {
    const names = this.views.map(({ name }) => name);
    const sampled = (await loadSamples(database, names)).filter(({ samples }) => samples.length > 1);
    if (sampled.length === 0) return [];
    const logged = await this.tallies(sampled, signal);
    const comparisons: Comparison[] = [];
    for (const each of sampled) {
      const [first, last] = ends(each);
      const [inLog, handed] = [logged.get(each.view)!, between(first, last)];
      comparisons.push({
        view: each.view,
        tallyId: each.tallyId,
        after: first.position,
        upTo: last.position,
        logged: inLog.events,
        folded: handed.events,
        differences: isEqual(inLog, handed) ? [] : await this.differences(each, signal),
      });
    }
    return comparisons;
  }

  /** Tallies of the log between the first and last sample of each view; reads each part of the log once. */
  private async tallies(sampled: SampledView[], signal?: AbortSignal): Promise<Map<string, Tally>> {
    const sums = new Map(sampled.map(({ view }) => [view, EMPTY_TALLY]));
    const bounds = [...new Set(sampled.flatMap((each) => ends(each).map(({ position }) => position)))].sort();
    for (const [index, upTo] of bounds.entries()) {
      const after = bounds[index - 1];
      const concerned = sampled.filter((each) => {
        const [first, last] = ends(each);
        return after !== undefined && first.position <= after && upTo <= last.position;
      });
      if (after === undefined || concerned.length === 0) continue;
      const tallies = await this.store.audit.tally({ after, upTo }, signal);
      for (const { view } of concerned) {
        sums.set(view, plus(sums.get(view)!, tallies.ofPrefixes(this.prefixesOf(view))));
      }
    }
    return sums;
  }

  /** Narrows a difference down to spans between two samples, and to positions within them. */
  private async differences({ view, samples }: SampledView, signal?: AbortSignal): Promise<Difference[]> {
    const found: Difference[] = [];
    for (const [index, to] of samples.entries()) {
      const from = samples[index - 1];
      if (!from) continue;
      const span = { after: from.position, upTo: to.position };
      const logged = (await this.store.audit.tally(span, signal)).ofPrefixes(this.prefixesOf(view));
      const handed = between(from, to);
      if (isEqual(logged, handed)) continue;
      const candidates = await this.candidates(view, span, minus(logged, handed));
      found.push({ view, ...span, logged: logged.events, folded: handed.events, candidates });
    }
    return found;
  }

  /**
   * Positions that may differ in a span. If a single event differs, the exclusive or is its position; if several
   * differ, any event of the span may be one of them.
   */
  private async candidates(view: string, span: Span, { events, positions }: Tally): Promise<string[]> {
    const position = toPosition(positions);
    const isWithin = position > span.after && position <= span.upTo;
    if (Math.abs(events) === 1 && isWithin) return [position];
    const prefixes = this.prefixesOf(view);
    return this.store.audit.positions(span, { prefixes, max: MAX_CANDIDATES });
  }

  private prefixesOf(view: string): readonly string[] {
    return this.views.find(({ name }) => name === view)?.prefixes ?? [];
  }
}

interface CompareOptions {
  database?: Database;
  signal?: AbortSignal;
}

function ends({ samples }: SampledView): [first: Sample, last: Sample] {
  return [samples[0]!, samples.at(-1)!];
}
