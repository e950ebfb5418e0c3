import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { currentCorrelation } from './correlation';

const LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'];

/** Adds the current correlation id to each line. */
class CorrelatedLogger extends ConsoleLogger {
  protected override getJsonLogObject(...args: Parameters<ConsoleLogger['getJsonLogObject']>) {
    const correlationId = currentCorrelation();
    const line = super.getJsonLogObject(...args);
    return correlationId === undefined ? line : { ...line, correlationId };
  }

  protected override formatMessage(...args: Parameters<ConsoleLogger['formatMessage']>): string {
    const correlationId = currentCorrelation();
    const line = super.formatMessage(...args);
    return correlationId === undefined ? line : line.replace(/\n$/, ` [${correlationId}]\n`);
  }
}

/**
 * Prints plain text by default, and JSON in production (`NODE_ENV=production`) or with `PARLEY_LOG=json`.
 * `PARLEY_LOG_LEVEL` is the least severe level to print. The logger redacts nothing: callers must not pass bodies or
 * tokens.
 */
export function makeLogger(env: NodeJS.ProcessEnv): ConsoleLogger {
  const json = env.PARLEY_LOG ? env.PARLEY_LOG === 'json' : env.NODE_ENV === 'production';
  const least = LEVELS.indexOf((env.PARLEY_LOG_LEVEL ?? 'log') as LogLevel);
  return new CorrelatedLogger({
    json,
    // A boolean, since `ConsoleLogger` takes undefined for true.
    colors: !json && process.stdout.isTTY === true,
    prefix: 'Parley',
    logLevels: LEVELS.slice(0, (least < 0 ? LEVELS.indexOf('log') : least) + 1),
  });
}
