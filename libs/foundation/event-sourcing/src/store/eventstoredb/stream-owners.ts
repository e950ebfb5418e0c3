const REMEMBERED = 50_000;

/**
 * Cache of the customer that owns each stream. The owner of a stream never changes, so entries never become stale.
 */
export class StreamOwners {
  private readonly customers = new Map<string, string>();

  get(stream: string): string | undefined {
    return this.customers.get(stream);
  }

  set(stream: string, customerId: string): void {
    this.customers.delete(stream);
    this.customers.set(stream, customerId);
    if (this.customers.size <= REMEMBERED) return;
    const [oldest] = this.customers.keys();
    if (oldest !== undefined) this.customers.delete(oldest);
  }
}
