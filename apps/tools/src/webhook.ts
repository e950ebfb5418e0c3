import { readFileSync } from 'node:fs';
import { isProvider, providers } from '@parley/contracts/channels/offers';
import { describeWebhook } from './webhook/describe-webhook';

/** scripts/webhook PROVIDER FILE…: prints the content of a provider's payloads, as one line of JSON per item. */
function main([provider, ...files]: string[]): void {
  // Ends without an error if the reader of the output stops reading, as `head` does.
  process.stdout.on('error', () => process.exit(0));
  if (provider === undefined || files.length === 0) {
    return refuse(
      `Usage: scripts/webhook PROVIDER FILE…, where PROVIDER is ${known} and - is standard input.`,
    );
  }
  if (!isProvider(provider)) return refuse(`There is no provider "${provider}": use ${known}.`);
  const receivedAt = new Date().toISOString();
  for (const file of files) {
    for (const line of describeWebhook(provider, file, () => read(file), receivedAt)) {
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
  }
}

const known = providers.join(' or ');

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

function read(file: string): Buffer {
  return readFileSync(file === '-' ? 0 : file);
}

main(process.argv.slice(2));
