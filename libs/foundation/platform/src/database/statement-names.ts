/** Texts of statements that were seen once. Beyond it they are forgotten, and have to be seen again. */
const MOST_SEEN = 2_000;

/**
 * Names for statements that come again, so that PostgreSQL parses each once per connection and plans it a few times. A
 * text is named when it comes for the second time: a name is kept on every connection, and costs memory there.
 */
export class StatementNames {
  private readonly names = new Map<string, Map<string, string>>();
  private given = 0;
  private seen = new Set<string>();

  /** @param most how many texts are named; further ones go without a name */
  constructor(private readonly most = 256) {}

  /** @param place where unqualified names in the text lead; the same text means other tables elsewhere */
  nameOf(text: string, place = ''): string | undefined {
    const names = this.names.get(place);
    const name = names?.get(text);
    if (name || this.given >= this.most) return name;
    const whole = `${place}\0${text}`;
    if (!this.seen.delete(whole)) {
      if (this.seen.size >= MOST_SEEN) this.seen = new Set();
      this.seen.add(whole);
      return undefined;
    }
    const next = `parley_${++this.given}`;
    if (names) names.set(text, next);
    else this.names.set(place, new Map([[text, next]]));
    return next;
  }
}

/** Whether PostgreSQL refuses a prepared statement since the tables behind it now have other columns. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
