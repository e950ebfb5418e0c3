import type { TokenResponse } from '@parley/contracts/api/access';
import { closePersonal, forgetPersonal, readLocal, writeLocal } from './local-storage';
import { signInPath } from './mobile-host';
import { failureOf, RequestFailed } from './problem';

/** The fixed key of this front end (spec, section 7). Another origin cannot send it. */
export const API_KEY = 'parley-web';

interface HeldToken {
  idToken: string;
  /** Milliseconds since the epoch from which on a new one is fetched. */
  renewAt: number;
}

interface SessionOptions {
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** Whether this browser may have a session: where it has none, asking for its token would only be refused. */
  hasSession: () => boolean;
  /** Leaves for the page that signs in, or that says why not. */
  leave: (path: string) => void;
}

/** A token is renewed this long before it ends, or in the last third of a short life. */
const renewAheadMs = 60_000;

/**
 * The ID token of who is signed in, held in memory only. It is renewed ahead of its end and once at a time, however
 * many requests ask meanwhile. Who is not signed in leaves the page, and the promise stays open.
 */
export class Session {
  private held: HeldToken | null = null;
  private renewal: Promise<string> | null = null;
  private isSigningOut = false;
  /** Where the end of the session leads whoever stays after all. */
  private wayOut: string | null = null;

  constructor(private readonly options: SessionOptions) {}

  /** A token that holds for a while yet. */
  token(): Promise<string> {
    if (this.held && this.options.now() < this.held.renewAt) return Promise.resolve(this.held.idToken);
    return this.renew();
  }

  /** A new token, for when the server refused the one held. */
  renew(): Promise<string> {
    this.renewal ??= this.fetchToken().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /** From now on the end of the session leads nowhere: to sign in again would undo what one is about to do. */
  beginSignOut(): void {
    this.isSigningOut = true;
  }

  /** One stays: the end of the session leads where it does, also one that came meanwhile. */
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

  /** The page is on its way out: an error shown meanwhile would only flash. */
  private leaveFor(path: string): Promise<never> {
    if (this.isSigningOut) this.wayOut = path;
    else this.options.leave(path);
    return new Promise(() => undefined);
  }
}

/** Where a refused sign-in leads (spec, section 8). An empty path is the sign-in itself. */
function pageAfter({ code, problem }: RequestFailed): string {
  if (code === 'ip_not_allowed') {
    return `/ip-not-allowed?address=${encodeURIComponent(problem?.detail ?? '')}`;
  }
  if (code === 'user_blocked') return '/user-blocked';
  if (code === 'login_expired' || code === 'unauthenticated' || code === 'generic') return '';
  return '/not-authorized';
}

/** Signing in leaves a mark that pages can read; the session itself is not theirs to see. */
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

/** Asks who is there, whatever the identity provider still believes. */
const LOGIN_PATH = '/auth/login';
const askAgain = `${LOGIN_PATH}?prompt=login`;

/** Told to the other windows of this browser by the one that asks who is there. */
const askedKey = 'parley.asked';

/** How long the window that signs out may take at the provider, and how long where there is perhaps none. */
const SIGN_OUT_MS = { elsewhere: 30_000, here: 3_000 };

/**
 * Hides what is nobody's to see any more, and asks who is there once the window that signs out is back and does so too:
 * a new sign-in before that would disturb it at the provider.
 */
function leaveToAskAgain(where: keyof typeof SIGN_OUT_MS): void {
  document.body.hidden = true;
  const leave = () => location.assign(askAgain);
  setTimeout(leave, SIGN_OUT_MS[where]);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === askedKey && newValue !== null) leave();
  });
}

/** Told to the other windows of this browser by changing it. */
const signedOutKey = 'parley.signedOut';
const signedOutBefore = readLocal(signedOutKey);

/** This window is on its way out already. */
let isLeaving = false;

function isSignedOutElsewhere(): boolean {
  const signedOut = readLocal(signedOutKey);
  return signedOut !== null && signedOut !== signedOutBefore;
}

/** What this window shows is nobody's to see any more. */
function followSignOut(): void {
  if (isLeaving) return;
  isLeaving = true;
  closePersonal();
  leaveToAskAgain('elsewhere');
}

interface SignOutOptions {
  /** What the server does not have stays here for when the same person is back: nobody has said that it may go. */
  keepsUnsent: boolean;
  /** All sessions of the user end, in whichever browser. */
  everywhere?: boolean;
  /** Done before the session ends. Where it has ended already, this leads to no sign-in that nobody asked for. */
  first?: () => Promise<unknown>;
}

/** Ends the session here and at the identity provider. Of several windows that do so at once one does; the others follow. */
export async function signOut(options: SignOutOptions): Promise<void> {
  if (isLeaving) return;
  // Browsers have no locks on plain HTTP, but for this very machine.
  if (!('locks' in navigator)) return endSession(options);
  await navigator.locks.request('parley.signOut', { ifAvailable: true }, async (lock) => {
    if (lock === null || isSignedOutElsewhere()) return followSignOut();
    await endSession(options);
    // Held until this window is gone.
    return new Promise<void>(() => undefined);
  });
}

async function endSession(options: SignOutOptions): Promise<void> {
  isLeaving = true;
  await options.first?.().catch(() => undefined);
  // Before the session ends: a window that the server refuses must know why, and not sign in again by itself.
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
  // Home: another window is ending the provider's session, or nobody is, and it would sign in again without a word.
  if (pathname === '/') return leaveToAskAgain(isAlone ? 'here' : 'elsewhere');
  // The provider's session has ended: other windows need not wait for this one to come back from there.
  if (pathname === LOGIN_PATH) writeLocal(askedKey, String(Date.now()));
  location.assign(redirectTo);
}

/**
 * Leaves with the window that signs out. A page that the browser kept, and that comes back by the back button, is asked
 * for again.
 * @returns what stops watching
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
