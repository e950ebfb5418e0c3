import { Logger } from '@nestjs/common';
import { Kafka, logLevel, type KafkaConfig, type logCreator } from 'kafkajs';

/** Addresses of the brokers, with the TLS and login settings. */
export interface KafkaSettings {
  /** host:port of some of the brokers; the client learns the others from them. */
  brokers: string[];
  /** Prefix of the names of topics and groups, so that several installations can share a cluster. */
  prefix: string;
  /** PEM texts. Undefined: no encryption. */
  tls?: { ca?: string; cert?: string; key?: string };
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
}

/**
 * Makes a client that gives up within seconds; its callers decide which calls to retry.
 * @param level the least severe level of the client's messages to log
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

/** Log messages that an operator does not need: errors that the caller receives anyway, and normal events. */
const NO_NEWS =
  /^Response |Limiting retries for the idempotent producer|The group is rebalancing|re-joining the group/;

/**
 * Logs the client's errors as warnings too: the client retries after an error, so none is an error of this process.
 */
const toNest: logCreator = () => {
  const logger = new Logger('Kafka');
  return ({ namespace, log }) => {
    if (NO_NEWS.test(log.message)) return;
    const error = log.error instanceof Error ? log.error.message : (log.error as unknown);
    logger.warn([namespace, log.message, typeof error === 'string' ? error : ''].filter(Boolean).join(': '));
  };
};
