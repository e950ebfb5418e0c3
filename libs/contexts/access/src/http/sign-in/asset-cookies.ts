import { Injectable } from '@nestjs/common';
import type { CookieOptions, Response } from 'express';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { openText, sealText } from '@parley/platform/security/sealing';
import { readCookie, sessionCookie } from './cookies';

/** Spec §9, "Signed cookie validity". */
const LIFE_MS = 24 * 60 * 60_000;
const PLACE = 'asset-cookie';

/** Who may load files by a cookie, and until when. */
interface AssetPass {
  customerId: string;
  userId: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/**
 * Cookies that open the files of messages, and nothing else, for a window that has an ID token and no session here: it
 * cannot send its token with an `<img>`. They say who somebody is; what that person may see is asked at each opening.
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

  /** @returns until when it opens files, ISO 8601 */
  give(response: Response, { customerId, userId }: Omit<AssetPass, 'until'>, now: number): string {
    const pass: AssetPass = { customerId, userId, until: now + LIFE_MS };
    const { name, options } = this.cookie();
    response.cookie(name, sealText(this.key, JSON.stringify(pass), PLACE), options);
    return new Date(pass.until).toISOString();
  }

  /** And since when, in milliseconds since the epoch. Null for a cookie that is missing, not ours, or too old. */
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
