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
  /** What an administrator enters, by the keys of the manifest. */
  credentials: Record<string, string>;
  /**
   * Posts webhooks there from now on, as the provider's administrator tells it; where we register, it knows it already.
   * @param address the channel's own
   */
  postTo(address: string): void;
  /** What the contact is called; null where the provider tells no name. */
  name: string | null;
  /** A contact writes a text: its webhook, signed, `times` deliveries of it. @returns the last answer's status */
  receive(text: string, times?: number): Promise<number>;
  /** A contact sends a picture; left out where the platform carries none. @returns the answer's status */
  receivePicture?(png: Buffer): Promise<number>;
  /** Texts that were sent, oldest first. */
  sent(): string[];
  /** Statuses that the provider tells of. */
  ticks: readonly ('delivered' | 'read')[];
  /** Says what became of the newest message. @returns the status that the webhook was answered with */
  report(status: 'delivered' | 'read'): Promise<number>;
  /** Tells us of our own newest message, as of one written elsewhere; left out where the provider does not. */
  echo?(): Promise<number>;
  /** The next message is taken, and answered when the function that this returns is called. */
  holdNext(): () => void;
  /** The next message is refused, or taken and reported as failed afterwards. */
  declineNext(): void;
  /** Why the provider then says that it failed. */
  declinedBecause: StatusReason;
}
