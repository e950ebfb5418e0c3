import { Logger } from '@nestjs/common';
import { keepable } from '@parley/contracts/rules/plain-text';
import { isPassing } from '../database/database';
import { failureOf } from '../database/failures';
import { correlated } from '../telemetry/correlation';
import { runAs } from '../telemetry/event-loop';
import { traced } from '../telemetry/tracing';
import { correlationOf, type Bus, type DeliveredMessage } from './bus';

/** What the worker does with the messages of one topic. */
export interface Consumer {
  topic: string;
  group: string;
  /** Keys of a batch whose messages are processed at once; 16 if left out. What they ask of engines then is shared. */
  lanes?: number;
  /** Does everything that one message asks for, or throws. May be called again for the same message. */
  process(message: DeliveredMessage): Promise<void>;
}

/** Tries at a message that fails for reasons of its own before it is set aside. */
const MAX_TRIES = 3;
/** Tries at a message whose transactions are given up; by then the message, or a row that it needs, is at fault. */
const MAX_ABORTED_TRIES = 10;
const LANES = 16;

/**
 * Runs a consumer until `signal` aborts. While the database or another service is away, the bus retries the batch in place,
 * without a limit. A message that cannot be processed is parked with its error, and the consumer goes on with the next one.
 */
export function runConsumer(bus: Bus, consumer: Consumer, signal: AbortSignal): Promise<void> {
  const logger = new Logger(`worker/${consumer.group}`);
  const processed = (message: DeliveredMessage) => {
    const correlationId = correlationOf(message);
    const span = { name: `process ${consumer.topic}`, kind: 'consumer', correlationId } as const;
    return correlated(correlationId, () =>
      runAs({ kind: 'consumer', name: consumer.topic }, () => traced(span, () => consumer.process(message))),
    );
  };
  /** Aborted tries by message; they go on across the bus's retries of a batch. */
  const aborted = new Map<string, number>();
  const hasTriesLeft = ({ id }: DeliveredMessage, error: unknown) => {
    if (failureOf(error) !== 'retry') return true;
    const tries = (aborted.get(id) ?? 0) + 1;
    aborted.set(id, tries);
    return tries < MAX_ABORTED_TRIES;
  };
  const processOrPark = async (message: DeliveredMessage) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await processed(message);
        aborted.delete(message.id);
        return;
      } catch (error) {
        if (isPassing(error)) {
          if (hasTriesLeft(message, error)) throw error;
        } else if (attempt < MAX_TRIES) continue;
        logger.error(`parked ${message.id}`, error instanceof Error ? error.stack : String(error));
        await bus.park(consumer.topic, consumer.group, message, describe(error));
        aborted.delete(message.id);
        return;
      }
    }
  };
  const { topic, group, lanes = LANES } = consumer;
  return bus.consume(topic, group, (batch) => sideBySide(batch, lanes, processOrPark), { signal });
}

/**
 * Does work for messages of different keys at once, so that what it asks of engines is shared, and for those of one key in
 * their order.
 * @throws what the first of it threw, once all of it has ended
 */
async function sideBySide(
  batch: DeliveredMessage[],
  atOnce: number,
  work: (message: DeliveredMessage) => Promise<void>,
): Promise<void> {
  const byKey = new Map<string, DeliveredMessage[]>();
  for (const message of batch) byKey.set(message.key, [...(byKey.get(message.key) ?? []), message]);
  const lanes = [...byKey.values()];
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(atOnce, lanes.length) }, async () => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        for (const message of lane) await work(message);
      }
    }),
  );
  const failed = ended.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

function describe(error: unknown): string {
  return keepable(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
