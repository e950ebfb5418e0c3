import { Injectable } from '@nestjs/common';
import type { AssistantResponse } from '@parley/contracts/api/assistant';
import { OPENAI_ADDRESS, type AssistantSettings } from '@parley/contracts/events';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Secrets } from '@parley/platform/security/keys';
import { AssistantAccounts, type Account } from '../neighbours';
import { AssistantAddresses } from '../provider/assistant-addresses';
import { ChatCompletions, type Provider } from '../provider/chat-completions';
import { ProviderFailure } from '../provider/provider-failure';
import { AssistantQueries } from '../read/assistant.queries';

/** Time in ms for which a list of models is cached. */
const KEPT_MS = 60_000;
const MAX_KEPT = 500;

/** Access of organisations to their providers, with address and key. */
@Injectable()
export class Providers {
  private readonly lists = new Map<string, { names: string[]; until: number }>();

  constructor(
    private readonly queries: AssistantQueries,
    private readonly accounts: AssistantAccounts,
    private readonly secrets: Secrets,
    private readonly addresses: AssistantAddresses,
    private readonly completions: ChatCompletions,
  ) {}

  /** The account and the settings, even if the assistant cannot be used. */
  async setUp(customerId: string): Promise<{ account: Account; settings: AssistantSettings }> {
    const [account, settings] = await Promise.all([
      this.accounts.of(customerId),
      this.queries.settings(customerId),
    ]);
    return { account, settings };
  }

  /**
   * Deletes the key if the new address is on another host, so that the key is never sent to a host that it was not
   * made for.
   */
  async moveTo(address: string, context: CommandContext): Promise<void> {
    const { account, settings } = await this.setUp(context.customerId);
    const isElsewhere = new URL(address).origin !== new URL(settings.address).origin;
    if (account.key && isElsewhere) await this.accounts.forgetKey(context);
  }

  async describe(customerId: string): Promise<AssistantResponse> {
    const { account, settings } = await this.setUp(customerId);
    const { address, models, hidesPersonalData } = settings;
    return {
      isEnabled: account.isEnabled,
      hasKey: account.key !== null || !needsKey(address),
      host: parseUrl(address)?.host ?? address,
      hidesPersonalData,
      models: models.length > 0 ? models : null,
    };
  }

  /**
   * @throws Rejected `assistant_disabled`
   * @throws ProviderFailure `assistant_no_key`
   */
  async of(customerId: string): Promise<{ provider: Provider; settings: AssistantSettings }> {
    const { account, settings } = await this.setUp(customerId);
    if (!account.isEnabled) throw new Rejected('assistant_disabled');
    const key = account.key && (await this.secrets.get(customerId, customerId, account.key.secret));
    if (key === null && needsKey(settings.address)) throw new ProviderFailure('assistant_no_key');
    const to = (path: string) => this.addresses.within(settings.address, path);
    return { provider: { to, key }, settings };
  }

  /**
   * The models that the provider lists.
   * @throws Rejected, ProviderFailure
   */
  async models(customerId: string, signal: AbortSignal): Promise<string[]> {
    const { provider, settings } = await this.of(customerId);
    const place = `${customerId} ${settings.address}`;
    const kept = this.lists.get(place);
    if (kept && kept.until > performance.now()) return kept.names;
    const names = await this.completions.models(provider, signal);
    this.lists.delete(place);
    this.lists.set(place, { names, until: performance.now() + KEPT_MS });
    const [oldest] = this.lists.keys();
    if (this.lists.size > MAX_KEPT && oldest !== undefined) this.lists.delete(oldest);
    return names;
  }
}

/** Only OpenAI requires a key; a server in the organisation's own network may require none. */
function needsKey(address: string): boolean {
  return address === OPENAI_ADDRESS;
}
