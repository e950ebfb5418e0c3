import { Controller, Get, Header, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { TokenResponse } from '@parley/contracts/api/access';
import { SignOutQuery } from '@parley/contracts/api/access.requests';
import { Config } from '@parley/platform/config/config';
import { requireApiKey } from '@parley/platform/http/auth.guard';
import { Public } from '@parley/platform/http/principal';
import { isAgain, safeReturnTo } from './login-attempt';
import { Sites } from './sites';
import { SignIn } from './sign-in';
import { SignInRefused, UnknownAttempt, UnknownUser } from './sign-in-refusal';

/**
 * Signs browsers in and out. A cookie identifies the browser's session; `POST /auth/token` returns the session's ID
 * token, which the REST API requires.
 */
@Controller('auth')
@Public()
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sites: Sites,
    private readonly config: Config,
  ) {}

  /**
   * Sends the browser to the issuer. `again` marks the second attempt, after the first was lost; `prompt=login` makes
   * the issuer ask for another account. On the mobile host, `domain` names the organisation.
   */
  @Get('login')
  @ApiFoundResponse({ description: 'To the identity provider' })
  async login(
    @Req() request: Request,
    @Res() response: Response,
    @Query('return_to') returnTo: unknown,
    @Query('again') again: unknown,
    @Query('prompt') prompt: unknown,
    @Query('domain') domain: unknown,
  ): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    // The issuer returns the browser to the public URL, so the browser has to get the cookie at that host.
    if (isOtherLoopback(request.hostname, this.config.publicUrl)) {
      response.redirect(this.config.publicUrl + request.originalUrl);
      return;
    }
    const site = await this.sites.of(request.hostname, typeof domain === 'string' ? domain : undefined);
    if (typeof site === 'string') {
      response.redirect(site);
      return;
    }
    await this.signIn.start(request, response, {
      site,
      returnTo: safeReturnTo(returnTo),
      isAgain: again !== undefined,
      prompt: prompt === 'login' ? 'login' : undefined,
    });
  }

  @Get('callback')
  @ApiFoundResponse({ description: 'Back to the page that was asked for' })
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    const site = await this.sites.at(request.hostname);
    const path = await this.signIn.finish(site, request, response).catch((error: unknown) => {
      return pageFor(error, request);
    });
    response.redirect(site.url + path);
  }

  /**
   * Returns an ID token to our own client only. A required header keeps out requests that other sites forge, which a
   * cookie alone would admit.
   */
  @Post('token')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  token(@Req() request: Request): Promise<TokenResponse> {
    requireApiKey(request, this.config);
    return this.signIn.token(request);
  }

  @Post('logout')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async logout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query() { everywhere }: SignOutQuery,
  ): Promise<{ redirectTo: string }> {
    requireApiKey(request, this.config);
    const site = await this.sites.at(request.hostname);
    const ending = { site, everywhere: everywhere !== undefined };
    return { redirectTo: await this.signIn.end(ending, request, response) };
  }
}

/** The path to which a failed sign-in redirects (specification, section 8). */
function pageFor(error: unknown, request: Request): string {
  const mayTryAgain = !isAgain(request.query.state);
  if (error instanceof UnknownAttempt) return mayTryAgain ? '/auth/login?again' : '/failed-login';
  if (error instanceof UnknownUser) return '/failed-login';
  if (error instanceof CodedError && error.code === 'ip_not_allowed') {
    return `/ip-not-allowed?address=${encodeURIComponent(error.detail ?? '')}`;
  }
  if (error instanceof CodedError && error.code === 'user_blocked') return '/user-blocked';
  if (!(error instanceof SignInRefused)) throw error;
  if (/login_expired/.test(error.message)) return mayTryAgain ? '/auth/login?again' : '/failed-login';
  return /user is blocked/i.test(error.message) ? '/user-blocked' : '/not-authorized';
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

function isOtherLoopback(hostname: string, publicUrl: string): boolean {
  const ours = new URL(publicUrl).hostname;
  return loopback.has(ours) && loopback.has(hostname) && hostname !== ours;
}
