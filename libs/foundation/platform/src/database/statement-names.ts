/** Maximum number of texts that are remembered after a single use; above it, all of these are forgotten. */
const MAX_SEEN = 2_000;

/**
 * Names repeated statements, so that PostgreSQL parses each once per connection and reuses its plan. A text gets a
 * name at its second use, since every connection keeps a named statement in memory.
 */
export class StatementNames {
  private readonly names = new Map<string, Map<string, string>>();
  private given = 0;
  private seen = new Set<string>();

  /** @param most maximum number of named texts; further texts get no name */
  constructor(private readonly most = 256) {}

  /**
   * @param place schema of the unqualified names in the text; in another schema, the same text is another statement
   */
  nameOf(text: string, place = ''): string | undefined {
    const names = this.names.get(place);
    const name = names?.get(text);
    if (name || this.given >= this.most) return name;
    const whole = `${place}\0${text}`;
    if (!this.seen.delete(whole)) {
      if (this.seen.size >= MAX_SEEN) this.seen = new Set();
      this.seen.add(whole);
      return undefined;
    }
    const next = `parley_${++this.given}`;
    if (names) names.set(text, next);
    else this.names.set(place, new Map([[text, next]]));
    return next;
  }
}

/** Whether PostgreSQL refuses a prepared statement because the columns of its tables have changed. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
