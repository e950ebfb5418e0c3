import { FillStopped } from '@parley/event-sourcing/projection/side-view';
import { ForeignLog } from '@parley/event-sourcing/store/event-store';
import { EventStoreAway } from '@parley/event-sourcing/store/eventstoredb/away';
import { ConfigError, loadConfig, type Config } from '@parley/platform/config/config';
import { BackupRefused } from '../backup/backup-refused';
import { StartError } from '@parley/platform/config/start-error';
import type { MoveReport } from '../move/move';
import { MoveRefused } from '../move/move-refused';
import { closeAtEnd, stopSignal } from './ending';
import { ProgressLine } from './progress-line';
import { ToolError } from './tool';

/**
 * @returns the configuration for a tool. A tool handles no requests, so roles and the sign-in are left out
 * @throws ConfigError if a setting is invalid
 */
export function toolConfig(env: NodeJS.ProcessEnv): Config {
  return loadConfig({ ...env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined });
}

/**
 * Runs long work and reports its steps. A signal stops the work between two steps.
 * @param stopped sentence for the operator about the state after such a stop
 * @param work resolves with the final sentence for the operator
 */
export async function runStepByStep(
  stopped: string,
  work: (args: string[], env: NodeJS.ProcessEnv, report: MoveReport) => Promise<string>,
): Promise<void> {
  const line = new ProgressLine(process.stderr);
  const signal = stopSignal();
  const checkStopped = () => {
    if (signal.aborted) throw new FillStopped();
  };
  const report: MoveReport = {
    signal,
    step(name) {
      checkStopped();
      line.step(name);
    },
    progress(done, unit, part) {
      checkStopped();
      line.progress(done, unit, part);
    },
    done: (sentence) => line.done(sentence),
  };
  try {
    process.stdout.write(`${await work(process.argv.slice(2), process.env, report)}\n`);
  } catch (thrown) {
    const error = thrown instanceof FillStopped ? new ToolError(`\nStopped. ${stopped}`) : thrown;
    const isExpected = [
      ...[BackupRefused, MoveRefused, ToolError, ConfigError, StartError, ForeignLog, EventStoreAway],
    ].some((kind) => error instanceof kind);
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  } finally {
    await closeAtEnd();
  }
}
