import type { TokenResponse } from '@parley/contracts/api/access';

/** Password of all demo users. */
export const demoPassword = 'parley-demo';

/**
 * Thrown if the server does not respond or has no demo users. The message is one sentence for the user of the tool.
 */
export class DemoSignInFailed extends Error {}

/**
 * Signs a demo user in on the page of the embedded provider, as a browser does.
 * @param address address of the running server, without a trailing slash
 * @throws DemoSignInFailed if the sign-in fails
 */
export async function demoSignIn(
  address: string,
  credentials: { email: string; password: string },
  apiKey: string,
): Promise<TokenResponse> {
  const browser = new CookieBrowser();
  const page = await browser.open(`${address}/auth/login`).catch(() => {
    throw new DemoSignInFailed(
      `No Parley answers at ${address}: start it with scripts/start, or name its PORT.`,
    );
  });
  if (!new URL(page.url).pathname.startsWith('/oidc/interaction/') || page.response.status !== 200) {
    throw new DemoSignInFailed(
      `The server at ${address} does not sign in by the embedded identity provider.`,
    );
  }
  const landed = await browser.open(page.url, {
    method: 'POST',
    body: new URLSearchParams(credentials).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (landed.response.status === 401) {
    throw new DemoSignInFailed(`${credentials.email} is no demo user, or has another password.`);
  }
  if (landed.response.status === 429) {
    throw new DemoSignInFailed('There were too many wrong passwords: try again in ten minutes.');
  }
  const { response } = await browser.open(`${new URL(page.url).origin}/auth/token`, {
    method: 'POST',
    headers: { 'api-key': apiKey },
  });
  if (!response.ok) throw new DemoSignInFailed(`The server refused the sign-in (${response.status}).`);
  return (await response.json()) as TokenResponse;
}

/** A minimal browser for signing in: it keeps cookies, and follows redirects one at a time. */
export class CookieBrowser {
  private readonly cookies = new Map<string, { value: string; path: string }>();

  async open(
    url: string,
    request: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<{ url: string; response: Response }> {
    let next = { url, ...request };
    for (let hops = 0; hops < 20; hops++) {
      const { headers, ...init } = next;
      const cookie = this.cookiesFor(new URL(next.url).pathname);
      const response = await fetch(next.url, {
        ...init,
        headers: { accept: 'text/html', ...headers, ...(cookie ? { cookie } : {}) },
        redirect: 'manual',
      });
      this.take(response);
      const location = response.headers.get('location');
      if (!location) return { url: next.url, response };
      next = { url: new URL(location, next.url).href };
      // Stops before the pages of the web client, which may not be built.
      if (!/^\/(auth|oidc)\//.test(new URL(next.url).pathname)) return { url: next.url, response };
    }
    throw new Error('The sign-in goes round in circles.');
  }

  private cookiesFor(pathname: string): string {
    return [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  private take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const equals = pair.indexOf('=');
      const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      if (value) this.cookies.set(name, { value, path });
      else this.cookies.delete(name);
    }
  }
}
