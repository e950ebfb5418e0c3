import type { TokenResponse } from '@parley/contracts/api/access';
import { closePersonal, forgetPersonal, readLocal, writeLocal } from './local-storage';
import { signInPath } from './mobile-host';
import { failureOf, RequestFailed } from './problem';

/** The fixed key of this front end (spec, section 7). Other origins cannot send it. */
export const API_KEY = 'parley-web';

interface HeldToken {
  idToken: string;
  /** From this time on a new token is fetched; epoch ms. */
  renewAt: number;
}

interface SessionOptions {
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** Whether this browser may have a session; if not, a request for a token would only be refused. */
  hasSession: () => boolean;
  /** Navigates to the sign-in page, or to a page that explains why signing in failed. */
  leave: (path: string) => void;
}

/** A token is renewed this long before it expires, or in the last third of a shorter life. */
const renewAheadMs = 60_000;

/**
 * The ID token of the signed-in user, kept in memory only. Renewed before it expires, by one request at a time for
 * all callers. If the user is not signed in, the page is left and the promise stays pending.
 */
export class Session {
  private held: HeldToken | null = null;
  private renewal: Promise<string> | null = null;
  private isSigningOut = false;
  /** Path to which the session's end would have led while signing out; used if the user cancels. */
  private wayOut: string | null = null;

  constructor(private readonly options: SessionOptions) {}

  /** A valid token. */
  token(): Promise<string> {
    if (this.held && this.options.now() < this.held.renewAt) return Promise.resolve(this.held.idToken);
    return this.renew();
  }

  /** A new token, for when the server refused the present one. */
  renew(): Promise<string> {
    this.renewal ??= this.fetchToken().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /**
   * From now on the end of the session does not lead to the sign-in page: signing in again would undo signing out.
   */
  beginSignOut(): void {
    this.isSigningOut = true;
  }

  /**
   * The user stays signed in: the end of the session leads to the sign-in page again, also if it came while signing
   * out.
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

  /** @returns a promise that stays pending, since an error shown while the page unloads would only flash */
  private leaveFor(path: string): Promise<never> {
    if (this.isSigningOut) this.wayOut = path;
    else this.options.leave(path);
    return new Promise(() => undefined);
  }
}

/** Path to which a refused session leads (spec, section 8). An empty path is the sign-in page. */
function pageAfter({ code, problem }: RequestFailed): string {
  if (code === 'ip_not_allowed') {
    return `/ip-not-allowed?address=${encodeURIComponent(problem?.detail ?? '')}`;
  }
  if (code === 'user_blocked') return '/user-blocked';
  if (code === 'login_expired' || code === 'unauthenticated' || code === 'generic') return '';
  return '/not-authorized';
}

/** Signing in sets a cookie that scripts can read; the session's own cookie is not readable. */
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
 * The sign-in page. With `prompt=login` the identity provider asks for credentials even if it still has a session.
 */
const LOGIN_PATH = '/auth/login';
const askAgain = `${LOGIN_PATH}?prompt=login`;

/** Written by the window that goes to the sign-in page, to notify the other windows of this browser. */
const askedKey = 'parley.asked';

/**
 * Time limits in ms for the window that signs out to return from the provider; shorter if there may be no such
 * window.
 */
const SIGN_OUT_MS = { elsewhere: 30_000, here: 3_000 };

/**
 * Hides the page and goes to the sign-in page once the window that signs out does so: an earlier sign-in would
 * interfere with it at the provider.
 */
function leaveToAskAgain(where: keyof typeof SIGN_OUT_MS): void {
  document.body.hidden = true;
  const leave = () => location.assign(askAgain);
  setTimeout(leave, SIGN_OUT_MS[where]);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === askedKey && newValue !== null) leave();
  });
}

/** Its change notifies the other windows of this browser that the user signed out. */
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
  /** Keeps unsent texts in this browser for the same user, who did not agree to lose them. */
  keepsUnsent: boolean;
  /** Ends all sessions of the user in all browsers. */
  everywhere?: boolean;
  /**
   * Runs before the session ends. If the session has already ended, its failure does not lead to the sign-in page.
   */
  first?: () => Promise<unknown>;
}

/**
 * Ends the session here and at the identity provider. If several windows do so at once, the first does it and the
 * others follow.
 */
export async function signOut(options: SignOutOptions): Promise<void> {
  if (isLeaving) return;
  // Over plain HTTP, browsers have no locks, except on localhost.
  if (!('locks' in navigator)) return endSession(options);
  await navigator.locks.request('parley.signOut', { ifAvailable: true }, async (lock) => {
    if (lock === null || isSignedOutElsewhere()) return followSignOut();
    await endSession(options);
    // The lock is held until this window is gone.
    return new Promise<void>(() => undefined);
  });
}

async function endSession(options: SignOutOptions): Promise<void> {
  isLeaving = true;
  await options.first?.().catch(() => undefined);
  // Written before the session ends: a window that the server then refuses must know the reason, or it would sign in
  // again by itself.
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
  // The target is the home page: another window may be ending the provider's session. Going there now would sign in
  // again without a password.
  if (pathname === '/') return leaveToAskAgain(isAlone ? 'here' : 'elsewhere');
  // The provider's session has ended, so other windows need not wait for this one to return.
  if (pathname === LOGIN_PATH) writeLocal(askedKey, String(Date.now()));
  location.assign(redirectTo);
}

/**
 * Leaves when another window signs out. A page that the back button restores from the browser's cache is reloaded.
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
