import { Logger } from '@nestjs/common';
import { Kafka, logLevel, type KafkaConfig, type logCreator } from 'kafkajs';

/** Where the brokers are and how to be let in. */
export interface KafkaSettings {
  /** host:port of some of them; they name the others. */
  brokers: string[];
  /** Stands before the names of our topics and groups: several installations can share a cluster. */
  prefix: string;
  /** PEM texts. Absent: no encryption. */
  tls?: { ca?: string; cert?: string; key?: string };
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
}

/**
 * A client of the brokers that gives up within seconds; its callers decide what to try again.
 * @param level the least important messages of the client to log
 */
export function connectKafka({ brokers, tls, sasl }: KafkaSettings, level = logLevel.WARN): Kafka {
  return new Kafka({
    clientId: 'parley',
    brokers,
    ssl: tls && Object.fromEntries(Object.entries(tls).filter(([, pem]) => pem)),
    sasl: sasl as KafkaConfig['sasl'],
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5 },
    logLevel: level,
    logCreator: toNest,
  });
}

/** What operators need not hear: what whoever asked is told anyway, and what is meant to be so. */
const NO_NEWS =
  /^Response |Limiting retries for the idempotent producer|The group is rebalancing|re-joining the group/;

/** What fails and is tried again is no error of this process. */
const toNest: logCreator = () => {
  const logger = new Logger('Kafka');
  return ({ namespace, log }) => {
    if (NO_NEWS.test(log.message)) return;
    const error = log.error instanceof Error ? log.error.message : (log.error as unknown);
    logger.warn([namespace, log.message, typeof error === 'string' ? error : ''].filter(Boolean).join(': '));
  };
};
