/** Texts of statements that were seen once. Beyond it they are forgotten, and have to be seen again. */
const MOST_SEEN = 2_000;

/**
 * Names for statements that come again, so that PostgreSQL parses each once per connection and plans it a few times. A
 * text is named when it comes for the second time: a name is kept on every connection, and costs memory there.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private seen = new Set<string>();

  /** @param most how many texts are named; further ones go without a name */
  constructor(private readonly most = 256) {}

  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name || this.names.size >= this.most) return name;
    if (!this.seen.delete(text)) {
      if (this.seen.size >= MOST_SEEN) this.seen = new Set();
      this.seen.add(text);
      return undefined;
    }
    const given = `parley_${this.names.size + 1}`;
    this.names.set(text, given);
    return given;
  }
}

/** Whether PostgreSQL refuses a prepared statement since the tables behind it now have other columns. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
