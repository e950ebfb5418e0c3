import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { AccessQueries } from '@parley/access/read/access.queries';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { FailedTries } from './failed-tries';
import { retryAfter } from '@parley/platform/http/rate-limit';
import { countedAddress } from '@parley/platform/http/rate-limits';
import type { AcceptInvitation } from './accept-invitation';
import type { Accounts } from './accounts';
import { demoPassword } from './demo-sign-in';
import { isSameOrigin, readForm } from './forms';
import { messagePage, signInPage, type DemoSignIn } from './pages';
import { securePage } from './secure-page';
import { pickLanguage } from './texts';

export interface InteractionParts {
  provider: Provider;
  accounts: Accounts;
  access: AccessQueries;
  accepting: AcceptInvitation;
  tries: FailedTries;
  publicUrl: string;
}

/** The sign-in page of the embedded provider, and the handler of its form. */
export class Interactions {
  private readonly logger = new Logger('identity');

  constructor(private readonly parts: InteractionParts) {}

  async handle(request: Request, response: Response): Promise<void> {
    let endsAt: unknown;
    try {
      const { prompt, params } = await this.parts.provider.interactionDetails(request, response);
      if (prompt.name !== 'login') throw new Error(`The provider asks for ${prompt.name}.`);
      endsAt = params.redirect_uri;
    } catch (error) {
      // The interaction has expired, is finished or belongs to another browser.
      this.logger.debug(String(error));
      this.expired(request, response);
      return;
    }
    const accepted = this.parts.accepting.acceptedIn(request, response);
    if (accepted && (await this.parts.accounts.find(accepted)))
      await this.finish(request, response, accepted);
    else if (request.method === 'POST') await this.submit(request, response, endsAt);
    else if (request.method === 'GET' || request.method === 'HEAD') {
      const { email } = request.query;
      const given = { email: typeof email === 'string' ? email : '', problem: null };
      await this.show(request, response, { status: 200, given, endsAt });
    } else response.status(405).end();
  }

  private async submit(request: Request, response: Response, endsAt: unknown): Promise<void> {
    const form = isSameOrigin(request, this.parts.publicUrl) ? await readForm(request) : null;
    if (!form) {
      response.status(403);
      this.expired(request, response);
      return;
    }
    const email = form.get('email') ?? '';
    const ip = countedAddress(request.ip);
    const { tries } = this.parts;
    const blockedFor = tries.blockedFor(email, ip, Date.now());
    if (blockedFor > 0) {
      response.setHeader('Retry-After', retryAfter(blockedFor));
      await this.show(request, response, { status: 429, given: { email, problem: 'tooMany' }, endsAt });
      return;
    }
    // The try is counted as failed before it is checked, so that concurrent tries cannot exceed the limit.
    tries.failed(email, ip, Date.now());
    const account = await this.parts.accounts.check(email, form.get('password') ?? '');
    if (!account) {
      await this.show(request, response, { status: 401, given: { email, problem: 'wrong' }, endsAt });
      return;
    }
    tries.succeeded(email, ip);
    await this.finish(request, response, account.userId);
  }

  private async finish(request: Request, response: Response, accountId: string): Promise<void> {
    await this.parts.provider.interactionFinished(request, response, {
      login: { accountId, remember: true },
    });
  }

  private async show(
    request: Request,
    response: Response,
    { status, given, endsAt }: { status: number; given: Parameters<typeof signInPage>[1]; endsAt: unknown },
  ): Promise<void> {
    const signIns = await this.demoSignIns();
    const demo = signIns.length > 0 ? { password: demoPassword, signIns } : null;
    securePage(response, endsAt);
    response.status(status).send(signInPage(pickLanguage(request.headers['accept-language']), given, demo));
  }

  private expired(request: Request, response: Response): void {
    const language = pickLanguage(request.headers['accept-language']);
    const { expiredTitle: title, expired: text, startAgain: action } = language.texts;
    securePage(response);
    if (response.statusCode === 200) response.status(400);
    response.send(messagePage(language, { title, text, action, href: '/auth/login' }));
  }

  private async demoSignIns(): Promise<DemoSignIn[]> {
    const accounts = await this.parts.accounts.demos();
    const signIns = await Promise.all(
      accounts.map(async ({ userId, customerId }) => {
        const profile = await this.parts.access.profile(customerId, userId).catch((error: unknown) => {
          if (error instanceof NotFound) return null;
          throw error;
        });
        if (!profile) return [];
        const { user, customer } = profile;
        const { displayName, email, role } = user;
        return [{ displayName, email, role, customer: customer.name }];
      }),
    );
    return signIns.flat();
  }
}
