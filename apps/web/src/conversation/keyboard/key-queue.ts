import type { Command } from './commands';

/** Maximum time in ms that keys wait for a navigation; then the current screen takes them. */
const MAX_LEAVE_MS = 1_000;

/**
 * Why keys wait: the user is leaving the screen, a part of the screen is still loading, or a field that will take the
 * focus is about to open.
 */
type Reason = 'leaving' | 'loading' | 'field';

interface KeyQueueOptions {
  /**
   * Runs a command.
   * @returns whether the screen offers the command
   */
  run: (command: Command) => boolean;
  opensField: (command: Command) => boolean;
  /** Records typed letters for the field that will open. @returns a function that stops recording */
  holdLetters: () => () => void;
}

/**
 * Passes the commands of pressed keys to the screen for which the user meant them. After a navigation starts, that is
 * the next screen: commands wait until it can run them.
 */
export class KeyQueue {
  private waiting: Command[] = [];
  private readonly holds = new Set<{ reason: Reason }>();
  /** Stops recording letters; set while a command that opens a field waits. */
  private stopHolding: (() => void) | null = null;

  constructor(private readonly options: KeyQueueOptions) {}

  /** @returns whether the key was used */
  press(command: Command): boolean {
    const isLeaving = this.isHeldBy('leaving');
    // Letters typed for a field that is about to open are not commands.
    const isFieldToCome =
      this.waiting.some(this.options.opensField) || (this.isHeldBy('field') && !isLeaving);
    if (isFieldToCome && command !== 'back') return true;
    if (!isLeaving && this.options.run(command)) return true;
    if (!isLeaving && !this.isHeldBy('loading')) return false;
    this.waiting.push(command);
    if (this.options.opensField(command)) this.stopHolding ??= this.options.holdLetters();
    return true;
  }

  /** Call when the user leaves the screen: it no longer receives keys, and keys that waited for it are discarded. */
  leave(): void {
    this.endLeaving();
    this.waiting = [];
    this.endHolding();
    const release = this.hold('leaving');
    setTimeout(release, MAX_LEAVE_MS);
  }

  /** Call when the next screen is shown, even if parts of it still load. */
  arrive(): void {
    this.endLeaving();
    this.handOver();
  }

  /**
   * Call when a part of the screen cannot take keys yet.
   * @returns a function to call once the part is ready or has failed
   */
  await(): () => void {
    return this.hold('loading');
  }

  /**
   * Call when a field that will take the focus is about to open.
   * @returns a function to call once the field has opened or was cancelled
   */
  awaitField(): () => void {
    return this.hold('field');
  }

  private hold(reason: Reason): () => void {
    const hold = { reason };
    this.holds.add(hold);
    return () => {
      if (this.holds.delete(hold) && reason !== 'field') this.handOver();
    };
  }

  private isHeldBy(reason: Reason): boolean {
    return [...this.holds].some((hold) => hold.reason === reason);
  }

  private endLeaving(): void {
    for (const hold of this.holds) if (hold.reason === 'leaving') this.holds.delete(hold);
  }

  /** Runs waiting commands after all new components have registered their handlers. */
  private handOver(): void {
    queueMicrotask(() => {
      for (const command of this.waiting.splice(0)) this.press(command);
      if (!this.waiting.some(this.options.opensField)) this.endHolding();
    });
  }

  private endHolding(): void {
    this.stopHolding?.();
    this.stopHolding = null;
  }
}
