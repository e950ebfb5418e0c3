import { randomUUID } from 'node:crypto';
import type { Bus, BusMessage, DeliveredMessage } from './bus';

export interface BusUnderTest {
  bus: Bus;
  /** Opens another bus on the same engine, like a second process or a restarted one. */
  another(): Bus;
  /** A message that the engine refuses. */
  unpublishable: BusMessage;
  parked(topic: string): Promise<{ group: string; id: string; value: Buffer; error: string }[]>;
  close(): Promise<void>;
}

/** Tests that every implementation of `Bus` must pass. */
export function busConformance(name: string, makeBus: () => Promise<BusUnderTest>): void {
  describe(`the bus of ${name}`, () => {
    let engine: BusUnderTest;
    let consumers: Consumer[];
    let topic: string;

    beforeAll(async () => {
      engine = await makeBus();
    });
    afterAll(() => engine.close());
    beforeEach(() => {
      consumers = [];
      topic = `test.${randomUUID()}`;
    });
    afterEach(() => Promise.all(consumers.map((consumer) => consumer.stop())));

    function consume(options: Partial<ConsumerOptions> = {}): Consumer {
      const consumer = new Consumer({ bus: engine.bus, topic, group: 'workers', ...options });
      consumers.push(consumer);
      return consumer;
    }

    test('delivers a message unchanged', async () => {
      const value = Buffer.from([0, 255, 10, 0xc3, 0x28]);
      const sent = { key: 'schlüssel "1"', id: randomUUID(), value, headers: { a: '"\\{},ü\u0000', b: '' } };
      await engine.bus.publish(topic, [sent]);
      const [received] = await consume().received(1);
      expect(received).toEqual({ ...sent, partition: expect.any(Number), offset: expect.any(String) });
    });

    test('accepts a call without messages', async () => {
      await expect(engine.bus.publish(topic, [])).resolves.toBeUndefined();
    });

    test('publishes all messages of a call or none', async () => {
      const good = messages('a', 'b', 'c', 'd');
      await expect(engine.bus.publish(topic, [...good, engine.unpublishable])).rejects.toThrow();
      const [last] = messages('e');
      const consumer = consume();
      await engine.bus.publish(topic, [last!]);
      await consumer.received(1);
      await consumer.stop();
      expect(consumer.ids()).toEqual([last!.id]);
    });

    test('keeps the messages of a key in order and in one partition', async () => {
      const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
      const rounds = Array.from({ length: 40 }, () => messages(...keys, ...keys));
      const consumer = consume({ batchSize: 7 });
      for (const round of rounds) await engine.bus.publish(topic, round);
      const received = await consumer.received(rounds.length * keys.length * 2);
      for (const key of keys) {
        const own = received.filter((message) => message.key === key);
        expect(own.map((message) => message.id)).toEqual(
          rounds.flat().flatMap((message) => (message.key === key ? [message.id] : [])),
        );
        expect(new Set(own.map((message) => message.partition)).size).toBe(1);
        const offsets = own.map((message) => BigInt(message.offset));
        expect(offsets.every((offset, index) => index === 0 || offset > offsets[index - 1]!)).toBe(true);
      }
    });

    test('loses and repeats no message under concurrent publishers', async () => {
      const consumer = consume();
      const publishers = Array.from({ length: 16 }, (_, publisher) =>
        Array.from({ length: 40 }, (_, call) =>
          messages(...Array.from({ length: 5 }, (_, index) => `key-${(publisher + call + index) % 31}`)),
        ),
      );
      await Promise.all(
        publishers.map(async (calls) => {
          for (const call of calls) await engine.bus.publish(topic, call);
        }),
      );
      const sent = publishers.flat(2).map((message) => message.id);
      await consumer.received(sent.length);
      await consumer.stop();
      expect(consumer.ids().sort()).toEqual(sent.sort());
    });

    test('delivers every message to every group, also to a group that joins late', async () => {
      const sent = messages('a', 'b', 'c');
      const early = consume({ group: 'early' });
      await engine.bus.publish(topic, sent);
      await early.received(3);
      const late = consume({ group: 'late' });
      await late.received(3);
      for (const consumer of [early, late])
        expect(consumer.ids().sort()).toEqual(sent.map(({ id }) => id).sort());
    });

    test('delivers a message from one instance to a consumer of another instance', async () => {
      const consumer = consume({ bus: engine.another() });
      await engine.bus.publish(topic, messages('a', 'b'));
      await expect(consumer.received(2)).resolves.toHaveLength(2);
    });

    test('resumes a group after the last batch that its previous consumer committed', async () => {
      const sent = messages(...Array.from({ length: 6 }, () => 'one key'));
      await engine.bus.publish(topic, sent);
      let crashed = () => {};
      const crash = new Promise<void>((resolve) => (crashed = resolve));
      const first = consume({
        batchSize: 2,
        before: (batch) => {
          if (batch.some((message) => message.id === sent[2]!.id)) {
            crashed();
            throw new Error('crash');
          }
        },
      });
      await crash;
      await first.stop();
      const second = consume({ bus: engine.another() });
      await second.received(4);
      await second.stop();
      expect(first.ids()).toEqual(sent.slice(0, 2).map(({ id }) => id));
      expect(second.ids()).toEqual(sent.slice(2).map(({ id }) => id));
    });

    test('retries a failing batch in place while other partitions continue', async () => {
      const stuck = messages('stuck', 'stuck', 'stuck');
      const others = messages(...Array.from({ length: 50 }, (_, index) => `other-${index}`));
      let failing = true;
      let tries = 0;
      const consumer = consume({
        batchSize: 1,
        before: ([message]) => {
          if (message!.id !== stuck[0]!.id) return;
          tries++;
          if (failing) throw new Error('not yet');
        },
      });
      await engine.bus.publish(topic, [...stuck, ...others]);
      const meanwhile = await consumer.until((received) =>
        new Set(received.map((message) => message.partition)).size >= 5 && tries >= 2 ? received : undefined,
      );
      expect(meanwhile.filter(({ key }) => key === 'stuck')).toEqual([]);
      failing = false;
      const received = await consumer.received(53);
      expect(received.filter(({ key }) => key === 'stuck').map(({ id }) => id)).toEqual(
        stuck.map(({ id }) => id),
      );
    });

    test('waits at stop for the running batch and commits it', async () => {
      const sent = messages('a', 'a', 'a');
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let begun = () => {};
      const begin = new Promise<void>((resolve) => (begun = resolve));
      const first = consume({
        batchSize: 1,
        before: async () => {
          begun();
          await held;
        },
      });
      await engine.bus.publish(topic, sent);
      await begin;
      const stopped = first.stop();
      expect(first.ids()).toEqual([]);
      release();
      await stopped;
      expect(first.ids()).toEqual([sent[0]!.id]);
      const second = consume();
      await second.received(2);
      await second.stop();
      expect(second.ids()).toEqual(sent.slice(1).map(({ id }) => id));
    });

    test('parks a message once, with its error, and continues with its partition', async () => {
      const [poison, next] = messages('a', 'a');
      let parked = 0;
      const consumer = consume({
        batchSize: 1,
        before: async ([message]) => {
          if (message!.id !== poison!.id) return;
          await engine.bus.park(topic, 'workers', message!, 'unreadable\u0000');
          if (++parked === 1) throw new Error('crash before the commit');
        },
      });
      await engine.bus.publish(topic, [poison!, next!]);
      await consumer.received(2);
      expect(parked).toBe(2);
      expect(await engine.parked(topic)).toEqual([
        { group: 'workers', id: poison!.id, value: poison!.value, error: 'unreadable\ufffd' },
      ]);
    });
  });
}

/** @returns one new message for each key */
export function messages(...keys: string[]): BusMessage[] {
  return keys.map((key) => {
    const id = randomUUID();
    return { key, id, value: Buffer.from(id), headers: {} };
  });
}

interface ConsumerOptions {
  bus: Bus;
  topic: string;
  group: string;
  batchSize?: number;
  /** Runs at each attempt at a batch, before the batch counts as received. */
  before?: (batch: DeliveredMessage[]) => Promise<void> | void;
}

/** Records the messages that it handled. */
export class Consumer {
  private readonly handled: DeliveredMessage[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private checks: (() => void)[] = [];

  constructor({ bus, topic, group, batchSize, before }: ConsumerOptions) {
    this.running = bus.consume(
      topic,
      group,
      async (batch) => {
        try {
          await before?.(batch);
          this.handled.push(...batch);
        } finally {
          this.checks.forEach((check) => check());
        }
      },
      { signal: this.stopping.signal, batchSize },
    );
  }

  ids(): string[] {
    return this.handled.map((message) => message.id);
  }

  /** Resolves with all messages handled so far once there are at least `count`. */
  received(count: number): Promise<DeliveredMessage[]> {
    return this.until((handled) => (handled.length >= count ? handled : undefined));
  }

  /** Resolves with the first result of `find` that is not undefined; calls `find` after each attempt at a batch. */
  until<T>(find: (handled: DeliveredMessage[]) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find([...this.handled]);
        if (found === undefined) return;
        this.checks = this.checks.filter((other) => other !== check);
        resolve(found);
      };
      this.checks.push(check);
      check();
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
