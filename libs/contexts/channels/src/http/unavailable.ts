import { Logger } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const logger = new Logger('ingress');

/** An engine that is frozen never answers, and providers do not wait for long either: Meta gives up after 20 s. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Waits for one of our engines, but not for long. Whatever ails it, the provider has to hear 503 and come back: what
 * the engine then did after all is there twice, which is the worker's to notice.
 * @throws CodedError `unavailable`
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
