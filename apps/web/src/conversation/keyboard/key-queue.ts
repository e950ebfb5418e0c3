import type { Command } from './commands';

/** Nothing is left for longer than this, whatever becomes of where one goes. */
const LONGEST_LEAVE_MS = 1_000;

/**
 * Why keys are held: one is leaving what is on the screen, something on it cannot take keys yet, or a field that is to
 * have the focus is on its way.
 */
type Reason = 'leaving' | 'loading' | 'field';

interface KeyQueueOptions {
  /** @returns whether anything on the screen does that */
  run: (command: Command) => boolean;
  opensField: (command: Command) => boolean;
  /** Keeps what is typed, for the field that takes it. @returns how to stop that */
  holdLetters: () => () => void;
}

/**
 * Hands what keys ask for to what they are meant for. From the moment that one goes somewhere that is not what still
 * is on the screen, but what comes: until that can take keys, they wait for it.
 */
export class KeyQueue {
  private waiting: Command[] = [];
  private readonly holds = new Set<{ reason: Reason }>();
  /** Set while a command that opens a field waits. */
  private stopHolding: (() => void) | null = null;

  constructor(private readonly options: KeyQueueOptions) {}

  /** @returns whether the key was meant for anything */
  press(command: Command): boolean {
    const isLeaving = this.isHeldBy('leaving');
    // What is typed for a field that is to come is none of it a command.
    const isFieldToCome =
      this.waiting.some(this.options.opensField) || (this.isHeldBy('field') && !isLeaving);
    if (isFieldToCome && command !== 'back') return true;
    if (!isLeaving && this.options.run(command)) return true;
    if (!isLeaving && !this.isHeldBy('loading')) return false;
    this.waiting.push(command);
    if (this.options.opensField(command)) this.stopHolding ??= this.options.holdLetters();
    return true;
  }

  /** What is on the screen is left: it takes no more keys, nor does what was on its way to it. */
  leave(): void {
    this.endLeaving();
    this.waiting = [];
    this.endHolding();
    const release = this.hold('leaving');
    setTimeout(release, LONGEST_LEAVE_MS);
  }

  /** Where one went is on the screen, though it may lack something yet. */
  arrive(): void {
    this.endLeaving();
    this.handOver();
  }

  /** Something is on the screen that cannot take keys yet. @returns what to call when it can, or never will */
  await(): () => void {
    return this.hold('loading');
  }

  /** A field that is to have the focus is on its way. @returns what to call when it is there, or never will be */
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

  /** Once all of what is new on the screen has said what it does. */
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
