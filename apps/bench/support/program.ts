import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Time limit in ms for a program to stop, after which it is killed. */
const STOP_TIMEOUT_MS = 15_000;

/** A program of the product or the benchmarks that prints a line once it is ready. */
export class Program {
  private constructor(
    private readonly process: ChildProcess,
    /** Time in ms from the start of the program to that line. */
    readonly readyAfterMs: number,
    /** The line with which the program reported that it is ready. */
    readonly readiness: string,
  ) {}

  /** @param isReady matches the line that reports readiness */
  static async start(
    file: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    isReady = /\bready\b/,
  ): Promise<Program> {
    const started = performance.now();
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let log = '';
    child.stderr.on('data', (data: Buffer) => (log = (log + data.toString()).slice(-4_000)));
    const readiness = await new Promise<string>((ready, fail) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (isReady.test(line)) ready(line);
      });
      child.once('exit', (code) => fail(new Error(`${file} ended (${code ?? 'killed'}):\n${log}`)));
    });
    return new Program(child, performance.now() - started, readiness);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Writes a line to the program's standard input. */
  tell(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  /**
   * Waits until the program has ended without a signal.
   * @throws Error unless its exit code is 0
   */
  async ended(): Promise<void> {
    const { exitCode } = this.process;
    const [code] = exitCode === null ? ((await once(this.process, 'exit')) as [number | null]) : [exitCode];
    if (code !== 0) throw new Error(`A program of the bench ended with ${code ?? 'a signal'}.`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    const impatience = setTimeout(() => this.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(impatience);
  }
}
