import type { Platform, StatusReason } from '@parley/contracts/events';

/**
 * A fake provider with webhooks and API, for the end-to-end test that all providers share. Each adapter's folder
 * exports one as `endToEnd` in `<provider>/testing/end-to-end.ts`.
 */
export interface EndToEnd {
  /** The platforms to test, each with an account of its own. */
  platforms: Platform[];
  open(platform: Platform): Promise<OpenDouble>;
}

export interface OpenDouble {
  url: string;
  close(): Promise<void>;
  /** The credentials that an administrator enters, by the keys of the manifest. */
  credentials: Record<string, string>;
  /**
   * Sets the address for webhooks, as an administrator does at the provider. If Parley registers it itself, the fake
   * already has it.
   * @param address the channel's own
   */
  postTo(address: string): void;
  /** The contact's name; null if the provider sends none. */
  name: string | null;
  /**
   * Posts the signed webhook of a contact's text, `times` times.
   * @returns the status of the last response
   */
  receive(text: string, times?: number): Promise<number>;
  /**
   * Posts the webhook of a contact's image; undefined if the platform has none.
   * @returns the status of the response
   */
  receivePicture?(png: Buffer): Promise<number>;
  /** The texts that the fake received, oldest first. */
  sent(): string[];
  /** The statuses that the provider reports. */
  ticks: readonly ('delivered' | 'read')[];
  /**
   * Reports a status of the newest message.
   * @returns the status of the webhook's response
   */
  report(status: 'delivered' | 'read'): Promise<number>;
  /**
   * Echoes our newest message as if it was written in the provider's own app; undefined if the provider sends no
   * echoes.
   */
  echo?(): Promise<number>;
  /** Delays the response to the next message until the returned function is called. */
  holdNext(): () => void;
  /** Refuses the next message, or accepts it and reports it as failed. */
  declineNext(): void;
  /** The reason of the failure that `declineNext` causes. */
  declinedBecause: StatusReason;
}
