/**
 * Maximum CPU time in ms for one hostile input: far more than a linear function takes for the longest input, far less
 * than a quadratic one takes.
 */
const MAX_CPU_MS = 2_000;

/**
 * Yields texts of about `length` characters, made of few tokens: each token repeated, each repeated after a different
 * beginning, and pairs of tokens. Such texts cause the worst case of backtracking and of nested loops.
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

/**
 * Calls `read` with a text. Throws an error that contains the text if that takes too much CPU time of this process.
 */
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
