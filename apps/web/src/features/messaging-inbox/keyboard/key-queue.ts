import type { Command } from './bindings';

/** Nothing is left for longer than this, whatever becomes of where one goes. */
const LONGEST_LEAVE_MS = 1_000;

/**
 * Hands what keys ask for to what they are meant for. From the moment that one goes somewhere that is not what still
 * is on the screen, but what comes: until that can take keys, they wait for it.
 */
export class KeyQueue {
  private waiting: Command[] = [];
  private awaited = 0;
  private fields = 0;
  private leaving: ReturnType<typeof setTimeout> | undefined;

  /** @param run answers whether anything on the screen does that */
  constructor(private readonly run: (command: Command) => boolean) {}

  /** @returns whether the key was meant for anything */
  press(command: Command): boolean {
    const isLeaving = this.leaving !== undefined;
    // What is typed for a field that is to come is none of it a command.
    const isFieldToCome = this.waiting.some(opensField) || (this.fields > 0 && !isLeaving);
    if (isFieldToCome && command !== 'back') return true;
    if (!isLeaving && this.run(command)) return true;
    if (!isLeaving && this.awaited === 0) return false;
    this.waiting.push(command);
    return true;
  }

  /** What is on the screen is left: it takes no more keys, nor does what was on its way to it. */
  leave(): void {
    clearTimeout(this.leaving);
    this.waiting = [];
    this.leaving = setTimeout(() => this.arrive(), LONGEST_LEAVE_MS);
  }

  /** Where one went is on the screen, though it may lack something yet. */
  arrive(): void {
    clearTimeout(this.leaving);
    this.leaving = undefined;
    this.handOver();
  }

  /** Something is on the screen that cannot take keys yet. @returns what to call when it can, or never will */
  await(): () => void {
    this.awaited++;
    return () => {
      this.awaited--;
      this.handOver();
    };
  }

  /** A field that is to have the focus is on its way. @returns what to call when it is there, or never will be */
  awaitField(): () => void {
    this.fields++;
    return () => void this.fields--;
  }

  /** Once all of what is new on the screen has said what it does. */
  private handOver(): void {
    queueMicrotask(() => {
      for (const command of this.waiting.splice(0)) this.press(command);
    });
  }
}

const openers: Command[] = ['reply', 'note', 'assign', 'tag', 'label', 'search', 'palette'];

function opensField(command: Command): boolean {
  return openers.includes(command);
}
