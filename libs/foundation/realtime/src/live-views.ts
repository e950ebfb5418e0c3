import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { LiveThread, LiveView } from '@parley/event-sourcing/projection/live-view';

/** A live view that has a thread. */
export type Threaded = LiveView & { thread: LiveThread };

/** The live views of all features, as the composition registers them before anybody connects. */
@Injectable()
export class LiveViews {
  readonly all: LiveView[] = [];

  register(views: LiveView[]): void {
    this.all.push(...views);
  }

  /** Of the lists and of their threads: what pushes, resets and changes name. */
  get names(): string[] {
    return this.all.flatMap(({ view, thread }) => (thread ? [view, thread.view] : [view]));
  }

  /** Null: another process may know of it. */
  find(view: string): LiveView | null {
    return this.all.find((live) => live.view === view) ?? null;
  }

  findThread(view: string): Threaded | null {
    return this.all.find((live): live is Threaded => live.thread?.view === view) ?? null;
  }

  /** @param room what its rows are called in the names of rooms */
  findByRoom(room: string): LiveView | null {
    return this.all.find((live) => live.room === room) ?? null;
  }

  /** @param event that a window sends: null where nobody but windows reads it */
  findBySignal(event: string): LiveView | null {
    return this.all.find(({ signals }) => signals?.includes(event)) ?? null;
  }

  /** @throws CodedError `invalid_input` */
  require(view: string): LiveView {
    return required(this.find(view));
  }

  /** @throws CodedError `invalid_input` */
  requireThread(view: string): Threaded {
    return required(this.findThread(view));
  }
}

function required<Found>(found: Found | null): Found {
  if (found === null) throw new CodedError('invalid_input', 'view');
  return found;
}
