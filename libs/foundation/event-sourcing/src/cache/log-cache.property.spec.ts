import fc from 'fast-check';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Views } from '../projection/views';
import type { LogFeed } from '../store/log-feed';
import { toPosition } from '../store/position';
import { idIn, LogCache } from './log-cache';

/** A cached value: the channel it depends on, and the number of that channel's events when it was loaded. */
type Value = { channel: string; version: number };

const at = (events: number) => toPosition(BigInt(events));
const channels = ['a', 'b'];
const keys = ['a/1', 'a/2', 'b/1'];
const channelOf = (key: string) => key.split('/')[0]!;

type Step =
  | { kind: 'append'; channel: string }
  | { kind: 'bring' | 'fold' | 'lose' | 'regain' }
  | { kind: 'get'; key: string; asOf: number }
  | { kind: 'reload'; key: string }
  | { kind: 'read' | 'answer'; nth: number };

const nth = fc.nat({ max: 5 });
const key = fc.constantFrom(...keys);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append' as const), channel: fc.constantFrom(...channels) }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('bring' as const, 'fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lose' as const, 'regain' as const) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('get' as const), key, asOf: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), key }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('read' as const, 'answer' as const), nth }) },
);

interface Load {
  key: string;
  value: Value | null;
  answer: (value: Value) => void;
}

/**
 * A model of a log, a feed and a view, each of which moves by one event per step, and of loads that read the view
 * before they return.
 */
class Model {
  private readonly log: string[] = [];
  private folded = 0;
  private brought = 0;
  private readonly loads: Load[] = [];
  private readonly waiting: { position: string; resolve: (reached: boolean) => void }[] = [];
  private listener: (events: RecordedEvent[], position: string) => void = () => undefined;
  private readonly feed = {
    isCurrent: true,
    position: '',
    start: '',
    listen: (listener: Model['listener']) => (this.listener = listener),
  };
  private readonly cache: LogCache<Value>;
  readonly answers: Promise<void>[] = [];

  constructor(past: string[], folded: number) {
    this.log.push(...past);
    this.folded = Math.min(folded, past.length);
    this.brought = past.length;
    this.feed.start = this.feed.position = at(past.length);
    const waitFor = (_: string, position: string, timeoutMs: number) => {
      if (at(this.folded) >= position) return Promise.resolve(true);
      if (timeoutMs === 1) return Promise.resolve(false);
      return new Promise<boolean>((resolve) => this.waiting.push({ position, resolve }));
    };
    const views = { waitFor, catchUp: (view: string, position: string) => waitFor(view, position, Infinity) };
    this.cache = new LogCache(this.feed as unknown as LogFeed, views as unknown as Views, {
      views: ['view'],
      changedBy: idIn('channel'),
      dependsOn: ({ channel }) => [channel],
    });
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'append') this.log.push(step.channel);
    else if (step.kind === 'bring') this.bring();
    else if (step.kind === 'fold') this.fold();
    else if (step.kind === 'lose') this.feed.isCurrent = false;
    else if (step.kind === 'regain') this.feed.isCurrent = true;
    else if (step.kind === 'get') this.get(step.key, step.asOf);
    else if (step.kind === 'reload')
      this.require(this.cache.reload(step.key, this.loadOf(step.key)), step.key, this.folded);
    else if (step.kind === 'read') this.read(this.loads[step.nth]);
    else if (step.kind === 'answer') this.answer(step.nth);
    await new Promise(setImmediate);
  }

  /** Completes all pending steps, so that every returned value is compared. */
  async end(): Promise<void> {
    while (this.folded < this.log.length) this.fold();
    await new Promise(setImmediate);
    while (this.loads.length > 0) {
      this.answer(0);
      await new Promise(setImmediate);
    }
    await Promise.all(this.answers);
  }

  private bring(): void {
    const channel = this.log[this.brought];
    if (channel === undefined) return;
    const position = at(++this.brought);
    this.listener([{ stream: `channel-${channel}` } as RecordedEvent], position);
    this.feed.position = position;
  }

  private fold(): void {
    if (this.folded === this.log.length) return;
    this.folded++;
    for (const waiter of [...this.waiting]) {
      if (at(this.folded) < waiter.position) continue;
      this.waiting.splice(this.waiting.indexOf(waiter), 1);
      waiter.resolve(true);
    }
  }

  /**
   * A value may only lack events that the view had not folded or that the feed had not delivered; if the feed is not
   * current, only the view counts.
   */
  private get(key: string, asOf: number): void {
    const current = this.feed.isCurrent ? Math.min(this.folded, this.brought) : this.folded;
    const named = asOf === 0 ? 0 : Math.max(this.log.length - asOf + 1, 0);
    const position = named === 0 ? '' : at(named);
    this.require(this.cache.get(key, this.loadOf(key), position), key, Math.max(current, named));
  }

  private require(value: Promise<Value>, key: string, position: number): void {
    const least = this.versionAt(channelOf(key), position);
    const answer = value.then(({ channel, version }) => {
      expect(channel).toBe(channelOf(key));
      expect(version).toBeGreaterThanOrEqual(least);
    });
    answer.catch(() => undefined);
    this.answers.push(answer);
  }

  private loadOf(key: string) {
    return () => new Promise<Value>((answer) => this.loads.push({ key, value: null, answer }));
  }

  private read(load: Load | undefined): void {
    if (!load || load.value) return;
    const channel = channelOf(load.key);
    load.value = { channel, version: this.versionAt(channel, this.folded) };
  }

  private answer(nth: number): void {
    const load = this.loads[nth];
    if (!load) return;
    this.read(load);
    this.loads.splice(nth, 1);
    load.answer(load.value!);
  }

  private versionAt(channel: string, position: number): number {
    return this.log.slice(0, position).filter((each) => each === channel).length;
  }
}

test('serves no value that lacks an event which the view has folded and the feed has delivered, for any order of steps', async () => {
  const past = fc.array(fc.constantFrom(...channels), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      past,
      fc.nat({ max: 3 }),
      fc.array(step, { maxLength: 60, size: 'max' }),
      async (log, folded, steps) => {
        const model = new Model(log, folded);
        for (const each of steps) await model.take(each);
        await model.end();
      },
    ),
    { numRuns: 1_000 },
  );
});
