import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@parley/platform/http/free-port';

const root = resolve(__dirname, '../../..');
/** Time limits in ms. The one for the start is longer than the recovery after a kill takes on a busy machine. */
const MAX_START_MS = 120_000;
const MAX_STOP_MS = 60_000;
const MAX_ANSWER_MS = 15_000;

/** The built product with its embedded engines and its own data folder. */
export class Product {
  private process: ChildProcess | null = null;
  private log = '';

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  static async start(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
    const product = new Product(await freePort(), dataDir, settings);
    await product.boot();
    return product;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get env(): NodeJS.ProcessEnv {
    return { ...process.env, PORT: String(this.port), PARLEY_DATA: this.dataDir, ...this.settings };
  }

  /** Starts the server with the existing data, and waits until its log reports that it is ready. */
  async boot(): Promise<void> {
    const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      cwd: root,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = server;
    server.stderr.on('data', (data: Buffer) => this.note(data.toString()));
    const lines = createInterface({ input: server.stdout });
    await new Promise<void>((ready, fail) => {
      const failed = (what: string) => fail(new Error(`The server ${what}:\n${this.lastWords}`));
      const late = setTimeout(() => failed('does not get ready'), MAX_START_MS);
      lines.on('line', (line) => {
        this.note(`${line}\n`);
        if (!line.includes(this.url)) return;
        clearTimeout(late);
        ready();
      });
      server.once('exit', (code) => {
        clearTimeout(late);
        failed(`stopped (${code ?? 'killed'})`);
      });
    });
  }

  get isRunning(): boolean {
    return this.process !== null && this.process.exitCode === null && this.process.signalCode === null;
  }

  /** The last 4,000 characters of the server's log. */
  get lastWords(): string {
    return this.log.slice(-4_000);
  }

  /** Kills the server like a crash, so that it cannot finish work or close connections. */
  async kill(): Promise<void> {
    const server = this.process!;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }

  /** The sum of all values of the metric with this name. */
  async metric(name: string): Promise<number> {
    const text = await (
      await fetch(`${this.url}/metrics`, { signal: AbortSignal.timeout(MAX_ANSWER_MS) })
    ).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
    if (lines.length === 0 && !text.includes(`# TYPE ${name} `)) throw new Error(`There is no ${name}.`);
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /**
   * Runs an operator tool while the server runs.
   * @returns the tool's output
   * @throws Error if the tool fails
   */
  async tool(name: string, ...args: string[]): Promise<string> {
    const program = join(root, `dist/server/${name}.js`);
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env: this.env });
    return stdout;
  }

  /** Process id of the product's PostgreSQL. */
  async postgresPid(): Promise<number> {
    const file = await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8');
    return Number.parseInt(file, 10);
  }

  /**
   * Stops the server.
   * @throws Error if it does not end within a minute; it is then killed
   */
  async stop(): Promise<void> {
    const server = this.process;
    let isLate = false;
    if (server && this.isRunning) {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      const impatience = setTimeout(() => (isLate = server.kill('SIGKILL')), MAX_STOP_MS);
      await gone;
      clearTimeout(impatience);
    }
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    if (isLate) throw new Error(`The server did not end when it was asked to:\n${this.lastWords}`);
  }

  private note(text: string): void {
    this.log = (this.log + text).slice(-20_000);
  }
}
