import { StringDecoder } from 'node:string_decoder';

/** Maximum number of characters of a line; a server with longer lines sends no events. */
const MAX_LINE_LENGTH = 1_000_000;

/** Parses the `data` of server-sent events from pieces of any size. Other lines are ignored. */
export class EventLines {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  push(piece: Buffer): string[] {
    this.rest += this.decoder.write(piece);
    const lines = this.rest.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_LINE_LENGTH) this.rest = '';
    return lines.flatMap(dataOf);
  }

  /** Parses the last line if it is unfinished. */
  end(): string[] {
    const last = this.rest + this.decoder.end();
    this.rest = '';
    return dataOf(last.replace(/\r$/, ''));
  }
}

function dataOf(line: string): string[] {
  const [, data] = /^data:\s?([^]*)$/.exec(line) ?? [];
  return data === undefined || data === '' ? [] : [data];
}
