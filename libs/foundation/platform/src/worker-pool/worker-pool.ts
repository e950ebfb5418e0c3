import { availableParallelism } from 'node:os';
import type { OnApplicationShutdown } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { FairQueue } from './fair-queue';
import { queuedTasks, taskMs, tasks } from './pool-metrics';
import { PoolThread } from './pool-thread';
import { TaskAborted, type Task } from './task';

export interface WorkerPoolLimits {
  /** Number of threads: at least two, since one organisation never gets all of them. */
  threads: number;
  /** Maximum heap of a thread in MB; a task that needs more fails. */
  memoryMb: number;
  /** Maximum number of waiting tasks of all organisations. */
  maxQueued: number;
  /** Maximum number of waiting tasks of one organisation. */
  maxQueuedPerCustomer: number;
}

const defaults: WorkerPoolLimits = {
  threads: Math.min(Math.max(availableParallelism() - 1, 2), 4),
  memoryMb: 700,
  maxQueued: 1_000,
  maxQueuedPerCustomer: 200,
};

interface QueuedTask {
  task: Task<unknown, unknown>;
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
  isRetry: boolean;
}

/**
 * Runs tasks on untrusted bytes in threads, each task with a time limit and each thread with a memory limit.
 * Organisations take turns, and one organisation gets at most all threads but one. A thread starts when a task first
 * needs it.
 */
export class WorkerPool implements OnApplicationShutdown {
  private readonly limits: WorkerPoolLimits;
  private readonly queue = new FairQueue<QueuedTask>();
  private readonly idle: PoolThread[] = [];
  private readonly busy = new Set<PoolThread>();
  /** Number of running tasks per organisation. */
  private readonly running = new Map<string, number>();
  private isClosed = false;

  constructor(limits: Partial<WorkerPoolLimits> = {}) {
    this.limits = { ...defaults, ...limits };
  }

  /** Number of tasks that wait for a thread. */
  get queued(): number {
    return this.queue.size;
  }

  /**
   * Runs a task. A task that exceeds its time or ends its thread runs once more, behind the other tasks, since a busy
   * or suspended machine has the same effect.
   * @throws TaskAborted if the task exceeds its memory, or if both of its runs exceed the time limit or end the
   * thread
   * @throws CodedError `unavailable` if the queue is full or the process stops
   * @throws Error with the message of an error that the task throws
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, customerId: string): Promise<Output> {
    const { maxQueued, maxQueuedPerCustomer } = this.limits;
    const isFull = this.queue.size >= maxQueued || this.queue.sizeOf(customerId) >= maxQueuedPerCustomer;
    if (this.isClosed || isFull) return Promise.reject(refusal(task));
    return new Promise<Output>((resolve, reject) => {
      this.queue.add(customerId, {
        task: task as Task<unknown, unknown>,
        input,
        resolve: resolve as (output: unknown) => void,
        reject,
        isRetry: false,
      });
      queuedTasks.inc();
      this.dispatch();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    for (const { task, reject } of this.queue.clear()) {
      queuedTasks.dec();
      reject(refusal(task));
    }
    await Promise.all([...this.idle, ...this.busy].map((thread) => thread.terminate()));
  }

  private dispatch(): void {
    const { threads } = this.limits;
    while (this.busy.size < threads) {
      const next = this.queue.next((customerId) => (this.running.get(customerId) ?? 0) < threads - 1);
      if (!next) return;
      queuedTasks.dec();
      void this.execute(next.customerId, next.item);
    }
  }

  private async execute(customerId: string, queued: QueuedTask): Promise<void> {
    const { task, input, resolve, reject, isRetry } = queued;
    const thread = this.takeThread();
    this.count(customerId, 1);
    const start = performance.now();
    try {
      resolve(await thread.run(task, input));
      tasks.inc({ task: task.name, outcome: 'done' });
    } catch (error) {
      const isAborted = error instanceof TaskAborted;
      if (isAborted && this.isClosed) reject(refusal(task));
      else if (isAborted && !isRetry && error.reason !== 'memory') {
        this.queue.add(customerId, { ...queued, isRetry: true });
        queuedTasks.inc();
      } else {
        tasks.inc({ task: task.name, outcome: isAborted ? 'too_complex' : 'failed' });
        reject(error);
      }
    } finally {
      taskMs.observe({ task: task.name }, performance.now() - start);
      this.busy.delete(thread);
      if (!thread.isTerminated) this.idle.push(thread);
      this.count(customerId, -1);
      if (!this.isClosed) this.dispatch();
    }
  }

  private takeThread(): PoolThread {
    let thread = this.idle.pop();
    while (thread?.isTerminated) thread = this.idle.pop();
    thread ??= new PoolThread(this.limits.memoryMb);
    this.busy.add(thread);
    return thread;
  }

  private count(customerId: string, change: 1 | -1): void {
    const running = (this.running.get(customerId) ?? 0) + change;
    if (running > 0) this.running.set(customerId, running);
    else this.running.delete(customerId);
  }
}

function refusal<Input, Output>(task: Task<Input, Output>): CodedError {
  tasks.inc({ task: task.name, outcome: 'refused' });
  return new CodedError('unavailable', task.name);
}
