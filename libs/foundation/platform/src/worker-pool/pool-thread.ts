import { Worker } from 'node:worker_threads';
import { TaskAborted, type Task } from './task';

/** Time limit in ms for a thread to start and to load the module of a task, on a busy machine. */
const LOAD_TIMEOUT_MS = 60_000;

/** In the sources, a module is bundled when it is loaded; a build contains a bundle of each (`scripts/build`). */
const bundler = __filename.endsWith('.ts') ? require.resolve('esbuild') : null;

/** Program of the thread, as text because the built server is one file. */
const program = `
const { parentPort, workerData: { bundler } } = require('node:worker_threads');
const { createRequire } = require('node:module');
const bundled = (file) => {
  const { outputFiles: [{ text }] } = require(bundler).buildSync({
    entryPoints: [file], bundle: true, write: false, platform: 'node', format: 'cjs', packages: 'external',
  });
  const made = { exports: {} };
  new Function('module', 'exports', 'require', text)(made, made.exports, createRequire(file));
  return made.exports;
};
const loaded = new Map();
const load = (file) => {
  if (!loaded.has(file)) loaded.set(file, bundler ? bundled(file + '.ts') : require(file + '.js'));
  return loaded.get(file);
};
parentPort.on('message', async ({ module, name, input }) => {
  try {
    const tasks = load(module);
    parentPort.postMessage({ isStarted: true });
    parentPort.postMessage({ output: await tasks[name](input) });
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message) });
  }
});
`;

type Answer = { isStarted: true } | { output: unknown } | { error: string };

/** A thread that runs one task at a time. The thread is terminated after a task that exceeds its time or memory. */
export class PoolThread {
  isTerminated = false;
  private readonly worker: Worker;

  constructor(memoryMb: number) {
    this.worker = new Worker(program, {
      eval: true,
      workerData: { bundler },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.worker.unref();
    // The pool replaces an idle thread that fails; `run` adds its own listener.
    this.worker.on('error', () => void this.terminate());
    this.worker.on('exit', () => (this.isTerminated = true));
  }

  /**
   * @throws TaskAborted if the task exceeds its time or memory or ends the thread
   * @throws Error with the message of an error that the task throws
   */
  run<Input, Output>({ module, name, timeoutMs }: Task<Input, Output>, input: Input): Promise<Output> {
    const { worker } = this;
    worker.ref();
    return new Promise<Output>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        worker.off('message', take).off('error', fail).off('exit', leave).unref();
      };
      const abandon = (error: Error) => {
        settle();
        void this.terminate();
        reject(error);
      };
      const expire = () => abandon(new TaskAborted(name, 'time'));
      const fail = (error: NodeJS.ErrnoException) =>
        abandon(new TaskAborted(name, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'));
      const leave = () => abandon(new TaskAborted(name, 'crash'));
      const take = (answer: Answer) => {
        if ('isStarted' in answer) {
          clearTimeout(timer);
          timer = setTimeout(expire, timeoutMs);
        } else {
          settle();
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer.output as Output);
        }
      };
      let timer = setTimeout(expire, LOAD_TIMEOUT_MS);
      worker.on('message', take).on('error', fail).on('exit', leave);
      worker.postMessage({ module, name, input });
    });
  }

  async terminate(): Promise<void> {
    this.isTerminated = true;
    await this.worker.terminate();
  }
}
