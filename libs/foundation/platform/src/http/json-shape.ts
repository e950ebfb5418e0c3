import { CodedError } from '@parley/contracts/api/coded-error';

export interface JsonBounds {
  /** Levels of objects and lists; the outermost is level 1. */
  depth: number;
  /** Maximum number of entries in one object or list. */
  entries: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks the bytes of a JSON text in UTF-8 before it is parsed: code that walks a parsed value recurses for each
 * level and takes time for each entry. Accepts invalid JSON, which the parser rejects.
 * @throws CodedError `invalid_input` if the text is deeper or has more entries in one place than the bounds
 */
export function checkJsonShape(body: Uint8Array, { depth, entries }: JsonBounds): void {
  /** Number of commas in each open object and list. */
  const commas: number[] = [];
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case QUOTE:
        for (at++; at < body.length && body[at] !== QUOTE; at++) if (body[at] === BACKSLASH) at++;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (commas.push(0) > depth) throw new CodedError('invalid_input', `deeper than ${depth} levels`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        commas.pop();
        break;
      case COMMA:
        if (++commas[commas.length - 1]! >= entries) {
          throw new CodedError('invalid_input', `more than ${entries} entries in one place`);
        }
    }
  }
}
