/**
 * Values stored in the browser for one channel of a site and shared by its tabs. If storage is not available, the
 * values last as long as the page.
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
      // Storage is not available; `here` has the value.
    }
  }

  /** Calls back with the name of a value that another tab changed. */
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
