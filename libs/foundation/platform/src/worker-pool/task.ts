import { CodedError } from '@parley/contracts/api/coded-error';

/**
 * An exported function of a `*.tasks.ts` module that runs in a thread. Its input and output are structured clones.
 */
export interface Task<Input, Output> {
  /**
   * Path of the module without its extension: `join(__dirname, 'mail.tasks')`, both in the sources and in a bundle.
   */
  module: string;
  /** Name of the exported function. */
  name: string;
  /** Time limit in ms, after which the thread is terminated. */
  timeoutMs: number;
  /** Only for the types; never set. */
  run?: (input: Input) => Output | Promise<Output>;
}

/** Makes a task from a function of a tasks module; the compiler checks the function's name, input and output. */
export function taskOf<Tasks extends Record<keyof Tasks, (input: never) => unknown>>(module: string) {
  return <Name extends keyof Tasks & string>(
    name: Name,
    timeoutMs: number,
  ): Task<Parameters<Tasks[Name]>[0], Awaited<ReturnType<Tasks[Name]>>> => ({ module, name, timeoutMs });
}

/**
 * In the last run of a task, its thread ended before the task did. The input is refused, since it would fail again.
 */
export class TaskAborted extends CodedError {
  constructor(
    readonly task: string,
    readonly reason: 'time' | 'memory' | 'crash',
  ) {
    super('too_complex', `${task} was aborted: ${reason}`);
  }
}
