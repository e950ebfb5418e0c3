import type { CommandContext } from '@parley/event-sourcing/decider/command';

// Port to other contexts, which the application implements, since contexts do not import each other.

/** Whether an organisation may use the assistant, and the key for the organisation's provider. */
export interface Account {
  isEnabled: boolean;
  /** `secret` names the key among the organisation's secrets. */
  key: { secret: string; lastFour: string } | null;
}

/** Accounts of organisations at a provider of models. */
export abstract class AssistantAccounts {
  abstract of(customerId: string): Promise<Account>;
  abstract forgetKey(context: CommandContext): Promise<void>;
}
