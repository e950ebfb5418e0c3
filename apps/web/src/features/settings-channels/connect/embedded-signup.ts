/** Outcome of Facebook's sign-up page. The code and the message arrive in either order, and a sign-up needs both. */
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

/** Collects the results of one visit to Facebook's page. */
export class SignupVisit {
  private code: string | undefined;
  private finished: Finished | undefined;

  /** @param pageOrigin the origin whose messages are accepted */
  constructor(private readonly pageOrigin: string) {}

  /**
   * Call from the SDK's callback. @param code undefined if the user closed the page @returns the outcome, null while
   * the message is missing
   */
  called(code: string | undefined): SignupEnd | null {
    if (code === undefined) return { kind: 'cancelled' };
    this.code = code;
    return this.end();
  }

  /** Call for every message event of the window, of any origin. @returns the outcome, null while the visit goes on */
  heard({ origin, data }: { origin: string; data: unknown }): SignupEnd | null {
    if (origin !== this.pageOrigin) return null;
    const message = messageOf(data);
    if (message?.type !== 'WA_EMBEDDED_SIGNUP') return null;
    const { event, data: told = {} } = message;
    if (event === 'CANCEL') return { kind: 'cancelled' };
    if (event === 'ERROR' || typeof told.waba_id !== 'string') return { kind: 'failed' };
    const isCoexistence = event === COEXISTENCE;
    // Without a number, the account has nothing to connect.
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

/** The page sends JSON; other scripts of its origin send other formats. */
function messageOf(data: unknown): PageMessage | null {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
