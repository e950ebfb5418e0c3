import { Logger } from '@nestjs/common';
import { keepable } from '@parley/contracts/rules/plain-text';
import { isPassing } from '../database/database';
import { failureOf } from '../database/failures';
import { correlated } from '../telemetry/correlation';
import { runAs } from '../telemetry/event-loop';
import { traced } from '../telemetry/tracing';
import { correlationOf, type Bus, type DeliveredMessage } from './bus';

/** The handler of one topic for one consumer group. */
export interface Consumer {
  topic: string;
  group: string;
  /**
   * Number of keys of a batch that are processed concurrently, 16 by default. Concurrent handlers can share a request
   * to an engine.
   */
  lanes?: number;
  /** Handles one message completely, or throws. The bus may deliver the same message again. */
  process(message: DeliveredMessage): Promise<void>;
}

/** Number of tries after which a message is parked if its error is not temporary. */
const MAX_TRIES = 3;
/**
 * Number of tries after which a message is parked if its transactions are aborted. By then, the message or a row that
 * it needs is the likely cause.
 */
const MAX_ABORTED_TRIES = 10;
const LANES = 16;

/**
 * Runs a consumer until `signal` aborts. While the database or another service is down, the bus retries the batch in
 * place, without a limit. The consumer parks a message that cannot be processed, with its error, and continues with
 * the next.
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
  /** Number of aborted tries by message id; kept across the bus's retries of a batch. */
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
 * Handles different keys concurrently, so that they can share requests to an engine, and the messages of one key in
 * order.
 * @throws the error of the first key queue that failed, once all queues have ended
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
