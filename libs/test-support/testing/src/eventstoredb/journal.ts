import { existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { Proposed } from './log-double';

export interface Entry {
  stream: string;
  event: Proposed;
}

type Kept = Omit<Proposed, 'data' | 'metadata'> & { data: string; metadata: string };

/**
 * A file with the records of a fake's log. The file survives the process, in whatever way that ends, but not a crash
 * of the machine.
 */
export class Journal {
  /** Entries that the file contained when it was opened. */
  readonly entries: Entry[];
  private readonly file: number;

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // Removes an incomplete last line: no client got a confirmation of its append.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
    this.entries = whole.split('\n').slice(0, -1).map(entryOf);
    this.file = openSync(path, 'a');
  }

  add({ stream, event }: Entry): void {
    const { data, metadata } = event;
    const kept: Kept = { ...event, data: inText(data), metadata: inText(metadata) };
    writeSync(this.file, `${JSON.stringify({ stream, event: kept })}\n`);
  }
}

function entryOf(line: string): Entry {
  const { stream, event } = JSON.parse(line) as { stream: string; event: Kept };
  const { data, metadata } = event;
  return {
    stream,
    event: { ...event, data: Buffer.from(data, 'base64'), metadata: Buffer.from(metadata, 'base64') },
  };
}

function inText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
