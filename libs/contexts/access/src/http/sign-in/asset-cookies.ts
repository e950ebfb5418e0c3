import { Injectable } from '@nestjs/common';
import type { CookieOptions, Response } from 'express';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';
import { readCookie, sessionCookie } from './cookies';

/** Lifetime of the cookie in ms (specification, section 9, "Signed cookie validity"). */
const LIFE_MS = 24 * 60 * 60_000;
const PLACE = 'asset-cookie';

/** Content of a cookie that permits loading files. */
interface AssetPass {
  customerId: string;
  userId: string;
  /** Time at which the permission expires, in ms since the epoch. */
  until: number;
}

/**
 * Cookies that open only the files of messages. They serve a window that has an ID token but no session here, because
 * an `<img>` cannot send the token. The cookie identifies the user; each request for a file checks whether the user
 * may see the file.
 */
@Injectable()
export class AssetCookies {
  private readonly key: Buffer;

  constructor(
    private readonly config: Config,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('asset-cookies');
  }

  /**
   * Sets the cookie.
   * @returns when the cookie expires, ISO 8601
   */
  give(response: Response, { customerId, userId }: Omit<AssetPass, 'until'>, now: number): string {
    const pass: AssetPass = { customerId, userId, until: now + LIFE_MS };
    const { name, options } = this.cookie();
    response.cookie(name, sealText(this.key, JSON.stringify(pass), PLACE), options);
    return new Date(pass.until).toISOString();
  }

  /**
   * The user whom the cookie identifies, with the time in ms since the epoch at which they got it. Null if the cookie
   * is missing, forged or expired.
   */
  holderOf(
    cookies: string | undefined,
    now: number,
  ): (Omit<AssetPass, 'until'> & { givenAt: number }) | null {
    const cookie = readCookie(cookies, this.cookie().name);
    if (!cookie) return null;
    try {
      const pass = JSON.parse(openText(this.key, cookie, PLACE)) as AssetPass;
      return now < pass.until ? { ...pass, givenAt: pass.until - LIFE_MS } : null;
    } catch {
      return null;
    }
  }

  take(response: Response): void {
    const { name, options } = this.cookie();
    response.clearCookie(name, options);
  }

  private cookie(): { name: string; options: CookieOptions } {
    return {
      name: 'parley_assets',
      options: { ...sessionCookie(this.config).options, path: '/api/v3/assets' },
    };
  }
}
