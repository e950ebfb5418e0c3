/** CPU time in ms that one hostile input may take: far above any linear function at its bound, far below a quadratic one. */
const MAX_CPU_MS = 2_000;

/**
 * Texts of about `length` characters made of few tokens: each repeated, each after a beginning, each nested with another,
 * and pairs in turn. They drive backtracking and nested loops to their worst.
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

/** Fails with the input if `read` takes too much CPU time. Time that the machine spends on other processes does not count. */
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
