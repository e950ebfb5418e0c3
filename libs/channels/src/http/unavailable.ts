import { Logger } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const logger = new Logger('ingress');

/**
 * Waits for one of our engines. Whatever ails it, the provider has to hear 503 and come back.
 * @throws CodedError `unavailable`
 */
export async function orUnavailable<T>(engine: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    logger.error(`${engine}: ${error instanceof Error ? error.message : String(error)}`);
    throw new CodedError('unavailable');
  }
}
