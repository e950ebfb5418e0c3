import type { CommandContext } from '@parley/event-sourcing/decider/command';

// What the assistant asks of other contexts, which the composition answers: contexts do not know each other.

/** What was agreed with an organisation about its assistant, and what its administrators keep for it. */
export interface Account {
  isEnabled: boolean;
  /** The key lies among the organisation's secrets. */
  key: { secret: string; lastFour: string } | null;
}

/** Accounts of organisations with a provider of models. */
export abstract class AssistantAccounts {
  abstract of(customerId: string): Promise<Account>;
  abstract forgetKey(context: CommandContext): Promise<void>;
}
