import { CodedError } from '@parley/contracts/api/coded-error';

/** An exported function of a `*.tasks.ts` module, which runs in a thread. Its input and output are structured clones. */
export interface Task<Input, Output> {
  /** Path of the module without its extension: `join(__dirname, 'mail.tasks')`, in the sources as in a bundle. */
  module: string;
  /** Name of the exported function. */
  name: string;
  /** Time in ms after which its thread is terminated. */
  timeoutMs: number;
  /** Carries the types alone. */
  run?: (input: Input) => Output | Promise<Output>;
}

/** Names a function of a module of tasks, so that the compiler checks its name, input and output. */
export function taskOf<Tasks extends Record<keyof Tasks, (input: never) => unknown>>(module: string) {
  return <Name extends keyof Tasks & string>(
    name: Name,
    timeoutMs: number,
  ): Task<Parameters<Tasks[Name]>[0], Awaited<ReturnType<Tasks[Name]>>> => ({ module, name, timeoutMs });
}

/** The thread of a task ended before the task, in its last run: its input is refused, and would be refused again. */
export class TaskAborted extends CodedError {
  constructor(
    readonly task: string,
    readonly reason: 'time' | 'memory' | 'crash',
  ) {
    super('too_complex', `${task} was aborted: ${reason}`);
  }
}
