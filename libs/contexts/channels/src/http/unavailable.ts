import { Logger } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const logger = new Logger('ingress');

/**
 * Time limit in ms for an engine, such as the database or the bus. A frozen engine never answers, and providers do
 * not wait long: Meta gives up after 20 s.
 */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Waits for an engine up to the time limit. After any failure the provider has to get 503 and redeliver; if the
 * engine finishes the work nevertheless, the worker detects the duplicate.
 * @throws CodedError `unavailable` if the engine fails or exceeds the time limit
 */
export async function orUnavailable<T>(engine: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    logger.error(`${engine}: ${error instanceof Error ? error.message : String(error)}`);
    throw new CodedError('unavailable');
  } finally {
    clearTimeout(timer);
  }
}
