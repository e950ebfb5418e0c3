const REMEMBERED = 50_000;

/** Whose streams are whose, as far as this process has seen. A stream never changes hands, so this never grows old. */
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
