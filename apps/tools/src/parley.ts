import { runParley } from './parley/run';

async function main(): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const { stdout, stderr } = process;
  process.exitCode = await runParley(process.argv.slice(2), {
    env: process.env,
    signal: stop.signal,
    out: (line) => stdout.write(`${line}\n`),
    err: (line) => stderr.write(`${line}\n`),
  });
}

if (require.main === module) void main();
