/** Escapes, classes, starts of groups and repetitions are one token each; any other character is its own token. */
const TOKEN =
  /\\[^]|\(\?(?:[A-Za-z-]{0,9}:|P?<\w{1,99}>)|\[\^?\]?(?:\\[^]|[^\]\\])*\]?|\{(\d{1,9})(?:,(\d{0,9}))?\}|[^]/g;

/**
 * Returns an upper bound for the number of instructions of a compiled pattern, without compiling it: a repetition
 * `{n,m}` copies its
 * content m times. Matching takes up to this number of steps per character of the text.
 */
export function sizeBoundOf(pattern: string): number {
  const outer: number[] = [];
  /** Size of the open group so far, and size of its last atom. */
  let size = 2;
  let last = 0;
  for (const { 0: token, 1: min, 2: max } of pattern.matchAll(TOKEN)) {
    if (token[0] === '(') {
      outer.push(size);
      size = 0;
      last = 0;
    } else if (token === ')') {
      last = size + 2;
      size = (outer.pop() ?? 0) + last;
    } else if (min !== undefined) {
      const copies = Math.max(1, Number(min), Number(max || 0));
      const repeated = copies * (last + 1) + 2;
      size += repeated - last;
      last = repeated;
    } else if (token.length === 1 && '*+?|'.includes(token)) {
      size += 2;
      last += 2;
    } else {
      last = 1;
      size += last;
    }
  }
  return outer.reduce((sum, one) => sum + one, size);
}
