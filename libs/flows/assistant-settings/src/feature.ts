import { Global, Injectable, Module } from '@nestjs/common';
import { AccessModule } from '@parley/access/access.module';
import { AccessQueries } from '@parley/access/read/access.queries';
import { ChangeCustomerSettings } from '@parley/access/write/change-customer-settings';
import { AssistantAccounts, type Account } from '@parley/assistant/neighbours';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import type { Feature } from '@parley/feature/feature';

/**
 * Reads from the organisation's settings whether the assistant is switched on, and its OpenAI key (specification,
 * section 3).
 */
@Injectable()
class SettingsAccounts extends AssistantAccounts {
  constructor(
    private readonly access: AccessQueries,
    private readonly settings: ChangeCustomerSettings,
  ) {
    super();
  }

  async forgetKey(context: CommandContext): Promise<void> {
    await this.settings.change({ openAiApiKey: null }, context);
  }

  async of(customerId: string): Promise<Account> {
    const { openAiEnabled, openAiApiKey } = await this.access.customerSettings(customerId);
    return { isEnabled: openAiEnabled, key: openAiApiKey };
  }
}

/** Implements the assistant's ports by reading from other contexts. */
@Global()
@Module({
  imports: [AccessModule],
  providers: [{ provide: AssistantAccounts, useClass: SettingsAccounts }],
  exports: [AssistantAccounts],
})
class NeighboursModule {}

/** Connects the assistant to the organisation's settings. */
export const assistantSettings: Feature = { module: NeighboursModule, http: NeighboursModule };
