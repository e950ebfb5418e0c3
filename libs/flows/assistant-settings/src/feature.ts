import { Global, Injectable, Module } from '@nestjs/common';
import { AccessModule } from '@parley/access/access.module';
import { AccessQueries } from '@parley/access/read/access.queries';
import { ChangeCustomerSettings } from '@parley/access/write/change-customer-settings';
import { AssistantAccounts, type Account } from '@parley/assistant/neighbours';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import type { Feature } from '@parley/feature/feature';

/** The switch and the key are settings of the organisation (spec, section 3). */
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

/** What the assistant asks of other contexts. */
@Global()
@Module({
  imports: [AccessModule],
  providers: [{ provide: AssistantAccounts, useClass: SettingsAccounts }],
  exports: [AssistantAccounts],
})
class NeighboursModule {}

/** The assistant among the settings of organisations. */
export const assistantSettings: Feature = { module: NeighboursModule, http: NeighboursModule };
