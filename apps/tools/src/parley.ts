import { runParley } from './parley/run';
import { closeAtEnd, stopSignal } from './support/ending';

async function main(): Promise<void> {
  const { stdout, stderr } = process;
  process.exitCode = await runParley(process.argv.slice(2), {
    env: process.env,
    signal: stopSignal(),
    out: (line) => stdout.write(`${line}\n`),
    err: (line) => stderr.write(`${line}\n`),
  });
  await closeAtEnd();
}

if (require.main === module) void main();
