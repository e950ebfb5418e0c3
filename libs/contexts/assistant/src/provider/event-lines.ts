import { StringDecoder } from 'node:string_decoder';

/** A line may have so many characters; a server that sends longer ones speaks something else. */
const LONGEST_LINE = 1_000_000;

/** The `data` of server-sent events, as they arrive in whatever pieces. What is no data is passed over. */
export class EventLines {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  push(piece: Buffer): string[] {
    this.rest += this.decoder.write(piece);
    const lines = this.rest.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    if (this.rest.length > LONGEST_LINE) this.rest = '';
    return lines.flatMap(dataOf);
  }

  /** The last line, where it does not end. */
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
