import type { Platform, StatusReason } from '@parley/contracts/events';

/**
 * A provider, from its webhook to its API: what one test of all of them tries. Each has one in its adapter's folder,
 * `<provider>/testing/end-to-end.ts`, exported as `endToEnd`.
 */
export interface EndToEnd {
  /** Those that are tried, each with an account of its own. */
  platforms: Platform[];
  /** Serves a double of the provider. */
  open(platform: Platform): Promise<OpenDouble>;
}

export interface OpenDouble {
  url: string;
  close(): Promise<void>;
  providerAccountId: string | null;
  businessAccountId: string | null;
  /** By the names under which they are sealed. */
  secrets: Record<string, string>;
  /**
   * Begins to post webhooks there, as the provider's administrator or `register` tells it.
   * @param address the channel's own
   */
  postTo(address: string): void;
  /** A contact writes a text: its webhook, signed. @returns the status that it was answered with */
  receive(text: string): Promise<number>;
  /** Texts that were sent, oldest first. */
  sent(): string[];
  /** Says what became of the newest message. @returns the status that the webhook was answered with */
  report(status: 'delivered' | 'read'): Promise<number>;
  /** The next message is taken, and reported as failed afterwards. */
  declineNext(): void;
  /** Why the provider then says that it failed. */
  declinedBecause: StatusReason;
  /** Statuses that the provider tells of; all of them if left out. */
  ticks?: readonly ('delivered' | 'read')[];
}
