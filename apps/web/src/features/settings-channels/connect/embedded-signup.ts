/**
 * Result of Facebook's sign-up page. A sign-up needs the callback's code and the page's message, which arrive in
 * either order.
 */
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

/** Collects code and message of one visit to Facebook's sign-up page. */
export class SignupVisit {
  private code: string | undefined;
  private finished: Finished | undefined;

  /** @param pageOrigin the origin whose messages are accepted */
  constructor(private readonly pageOrigin: string) {}

  /**
   * Call from the SDK's callback.
   * @param code undefined if the user closed the page
   * @returns the result; null while the message is missing
   */
  called(code: string | undefined): SignupEnd | null {
    if (code === undefined) return { kind: 'cancelled' };
    this.code = code;
    return this.end();
  }

  /**
   * Call for every message event of the window, whatever its origin.
   * @returns the result; null while the sign-up continues
   */
  heard({ origin, data }: { origin: string; data: unknown }): SignupEnd | null {
    if (origin !== this.pageOrigin) return null;
    const message = messageOf(data);
    if (message?.type !== 'WA_EMBEDDED_SIGNUP') return null;
    const { event, data: told = {} } = message;
    if (event === 'CANCEL') return { kind: 'cancelled' };
    if (event === 'ERROR' || typeof told.waba_id !== 'string') return { kind: 'failed' };
    const isCoexistence = event === COEXISTENCE;
    // Without a phone number, there is nothing to connect.
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

/**
 * Parses a message of the page, which is JSON; null for other formats, which other scripts of the same origin send.
 */
function messageOf(data: unknown): PageMessage | null {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
