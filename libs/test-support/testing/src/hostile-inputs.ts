/**
 * Maximum CPU time in ms for one hostile input: far above any linear function at its bound, far below a quadratic
 * one.
 */
const MAX_CPU_MS = 2_000;

/**
 * Yields texts of about `length` characters from few tokens: each token repeated, after a beginning, and combined
 * with another. They cause the worst case of backtracking and nested loops.
 */
export function* hostileTexts(tokens: readonly string[], length: number): Generator<string> {
  const filled = (token: string, size = length) =>
    token.repeat(Math.ceil(size / token.length)).slice(0, size);
  for (const token of tokens) yield filled(token);
  for (const token of tokens) {
    for (const other of tokens) {
      if (token === other) continue;
      yield filled(token + other);
      yield token + filled(other, length - token.length);
      yield filled(token, length / 2) + filled(other, length / 2);
    }
  }
}

/** Throws an error with the input if `read` takes too much CPU time. Time of other processes does not count. */
export function expectCheap(read: (text: string) => unknown, text: string): void {
  const start = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1_000;
  if (ms > MAX_CPU_MS) {
    throw new Error(
      `${JSON.stringify(text.slice(0, 80))}, ${text.length} characters, took ${Math.round(ms)} ms.`,
    );
  }
}
