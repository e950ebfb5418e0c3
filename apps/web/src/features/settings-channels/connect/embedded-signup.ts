/** How Facebook's page ended. Code and message come in either order: it has not ended before both are there. */
export type SignupEnd =
  | {
      kind: 'signed-up';
      code: string;
      businessAccountId: string;
      phoneNumberId?: string;
      isCoexistence: boolean;
    }
  | { kind: 'cancelled' }
  | { kind: 'failed' };

interface Finished {
  businessAccountId: string;
  phoneNumberId?: string;
  isCoexistence: boolean;
}

const COEXISTENCE = 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING';

/** What has come so far of one visit to Facebook's page. */
export class SignupVisit {
  private code: string | undefined;
  private finished: Finished | undefined;

  /** @param pageOrigin the origin whose messages count */
  constructor(private readonly pageOrigin: string) {}

  /** The script calls back with a code, or without one where the page was closed. */
  called(code: string | undefined): SignupEnd | null {
    if (code === undefined) return { kind: 'cancelled' };
    this.code = code;
    return this.end();
  }

  /** A message came to the window, from anywhere. */
  heard({ origin, data }: { origin: string; data: unknown }): SignupEnd | null {
    if (origin !== this.pageOrigin) return null;
    const message = messageOf(data);
    if (message?.type !== 'WA_EMBEDDED_SIGNUP') return null;
    const { event, data: told = {} } = message;
    if (event === 'CANCEL') return { kind: 'cancelled' };
    if (event === 'ERROR' || typeof told.waba_id !== 'string') return { kind: 'failed' };
    const isCoexistence = event === COEXISTENCE;
    // An account without a number has nothing to connect.
    if (event !== 'FINISH' && !isCoexistence) return { kind: 'failed' };
    const phoneNumberId = typeof told.phone_number_id === 'string' ? told.phone_number_id : undefined;
    this.finished = { businessAccountId: told.waba_id, phoneNumberId, isCoexistence };
    return this.end();
  }

  private end(): SignupEnd | null {
    const { code, finished } = this;
    return code !== undefined && finished ? { kind: 'signed-up', code, ...finished } : null;
  }
}

interface PageMessage {
  type?: unknown;
  event?: unknown;
  data?: Record<string, unknown>;
}

/** The page writes JSON; other scripts of its origin write anything. */
function messageOf(data: unknown): PageMessage | null {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
