import type { TokenResponse } from '@parley/contracts/api/access';
import { closePersonal, forgetPersonal, readLocal, writeLocal } from './local-storage';
import { signInPath } from './mobile-host';
import { failureOf, RequestFailed } from './problem';

/** The fixed API key of this front end (spec, section 7). Only pages of this origin can send it as a header. */
export const API_KEY = 'parley-web';

interface HeldToken {
  idToken: string;
  /** Time from which on a new token is fetched; epoch ms. */
  renewAt: number;
}

interface SessionOptions {
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** Whether this browser may have a session; without one, requesting a token would only be refused. */
  hasSession: () => boolean;
  /** Navigates to the sign-in page, or to a page that explains why signing in failed. */
  leave: (path: string) => void;
}

/**
 * Time in ms before its expiry at which a token is renewed; a token with a short life is renewed in its last third.
 */
const renewAheadMs = 60_000;

/**
 * The ID token of the signed-in user, kept in memory only. Renewed before it expires, by one request at a time
 * for all callers. If the user is not signed in, the page is left and the promise stays pending.
 */
export class Session {
  private held: HeldToken | null = null;
  private renewal: Promise<string> | null = null;
  private isSigningOut = false;
  /** Path to which the end of the session would have led during signing out; used if the user cancels it. */
  private wayOut: string | null = null;

  constructor(private readonly options: SessionOptions) {}

  /** @returns a token that is still valid, renewed if necessary */
  token(): Promise<string> {
    if (this.held && this.options.now() < this.held.renewAt) return Promise.resolve(this.held.idToken);
    return this.renew();
  }

  /** @returns a new token; call it if the server refused the present one */
  renew(): Promise<string> {
    this.renewal ??= this.fetchToken().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /**
   * Call when signing out begins: from then on, the end of the session does not lead to the sign-in page, where the
   * identity provider might sign the user in again.
   */
  beginSignOut(): void {
    this.isSigningOut = true;
  }

  /**
   * Call when the user cancels signing out: the end of the session leads to the sign-in page again, even if the
   * session ended in the meantime.
   */
  cancelSignOut(): void {
    this.isSigningOut = false;
    if (this.wayOut !== null) this.options.leave(this.wayOut);
  }

  private async fetchToken(): Promise<string> {
    if (!this.held && !this.options.hasSession()) return this.leaveFor('');
    const response = await this.options
      .fetch('/auth/token', { method: 'POST', credentials: 'same-origin', headers: { 'api-key': API_KEY } })
      .catch(() => null);
    if (!response) throw new RequestFailed('network', 0);
    if (!response.ok) {
      const failure = await failureOf(response);
      if (failure.isPassing) throw failure;
      return this.leaveFor(pageAfter(failure));
    }
    const { idToken, expiresIn } = (await response.json()) as TokenResponse;
    const life = expiresIn * 1000;
    this.held = { idToken, renewAt: this.options.now() + life - Math.min(renewAheadMs, life / 3) };
    return idToken;
  }

  /**
   * Leaves the page.
   * @returns a promise that stays pending, because an error shown while the page unloads would only flash
   */
  private leaveFor(path: string): Promise<never> {
    if (this.isSigningOut) this.wayOut = path;
    else this.options.leave(path);
    return new Promise(() => undefined);
  }
}

/**
 * Path to open after the server refused the session, by its reason (spec, section 8). An empty path is the sign-in
 * page.
 */
function pageAfter({ code, problem }: RequestFailed): string {
  if (code === 'ip_not_allowed') {
    return `/ip-not-allowed?address=${encodeURIComponent(problem?.detail ?? '')}`;
  }
  if (code === 'user_blocked') return '/user-blocked';
  if (code === 'login_expired' || code === 'unauthenticated' || code === 'generic') return '';
  return '/not-authorized';
}

/**
 * Whether there may be a session. Signing in sets this cookie, which scripts can read, in addition to the session's
 * own, which they cannot.
 */
const hasSession = () => /(^|; )parley_here=/.test(document.cookie);

export const session = new Session({
  fetch: (...args) => fetch(...args),
  now: () => Date.now(),
  hasSession,
  leave: (path) => {
    if (path === '' && isSignedOutElsewhere()) followSignOut();
    else if (!isLeaving) {
      writeLocal(askedKey, String(Date.now()));
      location.assign(path || signInPath({ return_to: location.pathname + location.search }));
    }
  },
});

/**
 * Paths of the sign-in page. With `prompt=login`, the identity provider asks for credentials even if it still has a
 * session.
 */
const LOGIN_PATH = '/auth/login';
const askAgain = `${LOGIN_PATH}?prompt=login`;

/** Storage key that a window writes before it opens the sign-in page, to notify the other windows of this browser. */
const askedKey = 'parley.asked';

/**
 * Maximum time in ms to wait until the window that signs out returns from the provider; `here` is shorter, because
 * there may be no such window.
 */
const SIGN_OUT_MS = { elsewhere: 30_000, here: 3_000 };

/**
 * Hides the page and goes to the sign-in page once the window that signs out does so, or after a time limit: an
 * earlier sign-in would interfere with signing out at the provider.
 */
function leaveToAskAgain(where: keyof typeof SIGN_OUT_MS): void {
  document.body.hidden = true;
  const leave = () => location.assign(askAgain);
  setTimeout(leave, SIGN_OUT_MS[where]);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === askedKey && newValue !== null) leave();
  });
}

/** Storage key whose change notifies the other windows of this browser that the user has signed out. */
const signedOutKey = 'parley.signedOut';
const signedOutBefore = readLocal(signedOutKey);

let isLeaving = false;

function isSignedOutElsewhere(): boolean {
  const signedOut = readLocal(signedOutKey);
  return signedOut !== null && signedOut !== signedOutBefore;
}

/** Hides this window's content and leaves, because the user signed out in another window. */
function followSignOut(): void {
  if (isLeaving) return;
  isLeaving = true;
  closePersonal();
  leaveToAskAgain('elsewhere');
}

interface SignOutOptions {
  /** Whether unsent texts stay in this browser, for the same user, because the user did not agree to lose them. */
  keepsUnsent: boolean;
  /** Whether to end all sessions of the user, in all browsers. */
  everywhere?: boolean;
  /**
   * Work to do before the session ends. If the session has already ended, this work's failure does not lead to the
   * sign-in page.
   */
  first?: () => Promise<unknown>;
}

/**
 * Signs out here and at the identity provider. If several windows sign out at once, only the first does so and the
 * others leave with it.
 */
export async function signOut(options: SignOutOptions): Promise<void> {
  if (isLeaving) return;
  // Over plain HTTP, browsers offer no locks, except on localhost.
  if (!('locks' in navigator)) return endSession(options);
  await navigator.locks.request('parley.signOut', { ifAvailable: true }, async (lock) => {
    if (lock === null || isSignedOutElsewhere()) return followSignOut();
    await endSession(options);
    // The promise stays pending, so that the lock is held until this window is closed.
    return new Promise<void>(() => undefined);
  });
}

async function endSession(options: SignOutOptions): Promise<void> {
  isLeaving = true;
  await options.first?.().catch(() => undefined);
  // Written before the session ends: a window whose request the server then refuses must know the reason, or it would
  // sign in again automatically.
  const mine = `${Date.now()}/${Math.random()}`;
  writeLocal(signedOutKey, mine);
  const headers = { 'api-key': API_KEY };
  const path = options.everywhere ? '/auth/logout?everywhere=true' : '/auth/logout';
  const response = await fetch(path, { method: 'POST', credentials: 'same-origin', headers }).catch(
    () => null,
  );
  const { redirectTo } = response?.ok
    ? ((await response.json()) as { redirectTo: string })
    : { redirectTo: '/' };
  const isAlone = readLocal(signedOutKey) === mine;
  forgetPersonal(options);
  closePersonal();
  const { pathname } = new URL(redirectTo, location.href);
  // The server returned the home page as the target, so another window may still be ending the provider's session.
  // Leaving right now would sign the user in again without a password.
  if (pathname === '/') return leaveToAskAgain(isAlone ? 'here' : 'elsewhere');
  // The provider's session has already ended, so other windows need not wait until this window is back from the
  // provider.
  if (pathname === LOGIN_PATH) writeLocal(askedKey, String(Date.now()));
  location.assign(redirectTo);
}

/**
 * Leaves the page when the user signs out in another window. Reloads a page that the back button restores from the
 * browser's cache after a sign-out.
 * @returns a function that stops watching
 */
export function leaveWhenSignedOut(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === signedOutKey && newValue !== null) followSignOut();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
  };
}
