import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { LiveThread, LiveView } from '@parley/event-sourcing/projection/live-view';

/** A live view with threads. */
export type Threaded = LiveView & { thread: LiveThread };

/** The live views of all features, registered before the first connection. */
@Injectable()
export class LiveViews {
  readonly all: LiveView[] = [];

  register(views: LiveView[]): void {
    this.all.push(...views);
  }

  /** Names of the views of lists and threads, as used in pushes, resets and changes. */
  get names(): string[] {
    return this.all.flatMap(({ view, thread }) => (thread ? [view, thread.view] : [view]));
  }

  /** @returns null for an unknown view, which another process may have */
  find(view: string): LiveView | null {
    return this.all.find((live) => live.view === view) ?? null;
  }

  findThread(view: string): Threaded | null {
    return this.all.find((live): live is Threaded => live.thread?.view === view) ?? null;
  }

  /** @param room prefix of the view's rooms */
  findByRoom(room: string): LiveView | null {
    return this.all.find((live) => live.room === room) ?? null;
  }

  /**
   * @param event event of a client
   * @returns the view that has the event among its signals; null if there is none, so that only other clients read it
   */
  findBySignal(event: string): LiveView | null {
    return this.all.find(({ signals }) => signals?.includes(event)) ?? null;
  }

  /** @throws CodedError `invalid_input` if there is no such view */
  require(view: string): LiveView {
    return required(this.find(view));
  }

  /** @throws CodedError `invalid_input` if there is no such thread view */
  requireThread(view: string): Threaded {
    return required(this.findThread(view));
  }
}

function required<Found>(found: Found | null): Found {
  if (found === null) throw new CodedError('invalid_input', 'view');
  return found;
}
