import { CodedError } from '@parley/contracts/api/coded-error';

export interface JsonBounds {
  /** Objects and lists within each other; the whole is the first. */
  depth: number;
  /** Entries of any one object or list. */
  entries: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Looks at the bytes of a JSON text in UTF-8 before anything is made of it: whatever walks what was parsed calls
 * itself for each level, and takes its time for each entry. Text that is no JSON is none of its business.
 * @throws CodedError `invalid_input` for one that goes deeper, or has more entries in one place, than its reader takes
 */
export function checkJsonShape(body: Uint8Array, { depth, entries }: JsonBounds): void {
  /** Commas of each object and list that is open. */
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
