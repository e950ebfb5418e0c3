import {
  CALLS_A_SECOND,
  CALLS_AT_ONCE,
  MAX_CALL_SIZE,
  MAX_CALLS_UNDER_WAY,
  MAX_REFUSED_CALLS,
  scopeOfCall,
  type AppContext,
  type AppMethod,
  type AppReply,
} from '@parley/contracts/apps/protocol';

/** Refuses a call of an app; its page receives the code. */
export class CallRefused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

interface PortParts {
  port: MessagePort;
  scopes: readonly string[];
  /** Runs a call after the app's right to it was checked; must validate the parameters itself. */
  carryOut: (method: AppMethod, params: unknown) => Promise<unknown>;
  /** Message for a code, in the user's language. */
  wordsOf: (code: string) => string;
  /** Called once if the page keeps calling far above the rate. */
  onFlood: () => void;
  now?: () => number;
}

/**
 * The inbox's end of the message port to an app's page: runs the calls that the app has the right to, limited in
 * size, rate and number.
 */
export class AppPort {
  private left = CALLS_AT_ONCE;
  private filledAt: number;
  private refused = 0;
  private underWay = 0;
  private isClosed = false;
  private readonly now: () => number;

  constructor(private readonly parts: PortParts) {
    this.now = parts.now ?? (() => performance.now());
    this.filledAt = this.now();
    parts.port.onmessage = ({ data }: MessageEvent<unknown>) => void this.take(data);
  }

  tell(context: AppContext): void {
    this.reply({ event: 'context', data: context });
  }

  close(): void {
    this.isClosed = true;
    this.parts.port.onmessage = null;
    this.parts.port.close();
  }

  private async take(call: unknown): Promise<void> {
    if (this.isClosed) return;
    const id = idOf(call);
    try {
      this.spend();
      if (id === null || !isSmall(call)) throw new CallRefused('app_call_invalid');
      const { method, params } = call as { method: unknown; params: unknown };
      if (typeof method !== 'string' || !Object.hasOwn(scopeOfCall, method)) {
        throw new CallRefused('app_call_unknown');
      }
      const scope = scopeOfCall[method as AppMethod];
      if (scope !== null && !this.parts.scopes.includes(scope)) throw new CallRefused('app_scope_missing');
      if (this.underWay >= MAX_CALLS_UNDER_WAY) throw new CallRefused('app_too_many_calls');
      this.underWay++;
      try {
        this.reply({ id, result: (await this.parts.carryOut(method as AppMethod, params)) ?? null });
      } finally {
        this.underWay--;
      }
    } catch (error) {
      if (id === null) return;
      const { code } = error as { code?: unknown };
      const known = typeof code === 'string' ? code : 'generic';
      this.reply({ id, error: { code: known, message: this.parts.wordsOf(known) } });
    }
  }

  /**
   * Counts a call against the rate limit.
   * @throws CallRefused above the limit; a page that keeps calling is disconnected
   */
  private spend(): void {
    const now = this.now();
    this.left = Math.min(CALLS_AT_ONCE, this.left + ((now - this.filledAt) / 1000) * CALLS_A_SECOND);
    this.filledAt = now;
    if (this.left >= 1) {
      this.left--;
      return;
    }
    if (++this.refused > MAX_REFUSED_CALLS) {
      this.close();
      this.parts.onFlood();
    }
    throw new CallRefused('app_too_many_calls');
  }

  private reply(reply: AppReply): void {
    if (!this.isClosed) this.parts.port.postMessage(reply);
  }
}

function idOf(call: unknown): number | null {
  const id = typeof call === 'object' && call !== null ? (call as { id?: unknown }).id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
}

const DEEPEST = 10;

/** Whether the value is plain data, as in JSON, of a limited size and depth. */
export function isSmall(value: unknown): boolean {
  let left = MAX_CALL_SIZE;
  const spend = (part: unknown, depth: number): boolean => {
    if (depth > DEEPEST || (left -= 1) < 0) return false;
    if (typeof part === 'string') return (left -= part.length) >= 0;
    if (part === null || part === undefined || typeof part === 'boolean') return true;
    if (typeof part === 'number') return Number.isFinite(part);
    if (Array.isArray(part)) return part.every((item) => spend(item, depth + 1));
    if (typeof part !== 'object' || Object.getPrototypeOf(part) !== Object.prototype) return false;
    return Object.entries(part).every(([name, item]) => (left -= name.length) >= 0 && spend(item, depth + 1));
  };
  return spend(value, 0);
}
