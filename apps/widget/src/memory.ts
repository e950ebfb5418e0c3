/**
 * Values stored in the browser for one channel on one site, shared by all tabs. If the browser's storage is not
 * available, values are kept in memory while the page is open.
 */
export class Memory {
  private readonly here = new Map<string, string>();

  constructor(private readonly channelId: string) {}

  get(name: string): string | null {
    try {
      return localStorage.getItem(this.key(name)) ?? this.here.get(name) ?? null;
    } catch {
      return this.here.get(name) ?? null;
    }
  }

  set(name: string, value: string | null): void {
    if (value === null) this.here.delete(name);
    else this.here.set(name, value);
    try {
      if (value === null) localStorage.removeItem(this.key(name));
      else localStorage.setItem(this.key(name), value);
    } catch {
      // The browser's storage is not available; `here` contains the value.
    }
  }

  /** Calls `hear` with the name of each value that another tab changes. */
  onChange(hear: (name: string) => void): void {
    const prefix = this.key('');
    addEventListener('storage', ({ key }) => {
      if (key?.startsWith(prefix)) hear(key.slice(prefix.length));
    });
  }

  private key(name: string): string {
    return `parley/${this.channelId}/${name}`;
  }
}
