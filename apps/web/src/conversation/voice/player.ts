import { createCell } from '../../lib/cell';

/** A voice message that can be played. */
export interface Track {
  assetId: string;
  messageId: string;
  chatId: string;
  /** Whom the conversation is with. */
  name: string;
  url: string;
  /** Where its conversation is shown. */
  path: string;
}

export interface Playing extends Track {
  isPlaying: boolean;
  /** Seconds. */
  at: number;
  /** Seconds; 0 before it is known. */
  length: number;
}

export const rates = [1, 1.5, 2] as const;
export type Rate = (typeof rates)[number];

/** What plays in this window: one thing at a time, whatever page is shown. */
export const playing = createCell<Playing | null>(null);
/** Kept from one message to the next. */
export const rate = createCell<Rate>(1);

let audio: HTMLAudioElement | null = null;

function element(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  const note = () =>
    playing.update(
      (now) =>
        now && {
          ...now,
          isPlaying: !made.paused && !made.ended,
          at: made.currentTime,
          length: Number.isFinite(made.duration) ? made.duration : now.length,
        },
    );
  for (const event of ['play', 'pause', 'timeupdate', 'durationchange', 'seeked'])
    made.addEventListener(event, note);
  made.addEventListener('ended', () => playing.set(null));
  audio = made;
  return made;
}

/** Plays it, from where it was left, or pauses it. @throws what the browser says where it cannot be played */
export async function toggle(track: Track): Promise<void> {
  const player = element();
  if (playing.get()?.assetId === track.assetId) {
    if (!player.paused) return player.pause();
  } else {
    player.src = track.url;
    playing.set({ ...track, isPlaying: true, at: 0, length: 0 });
  }
  player.playbackRate = rate.get();
  try {
    await player.play();
  } catch (error) {
    // Another one was begun, or this one stopped, before it sounded.
    if ((error as DOMException).name === 'AbortError') return;
    playing.set(null);
    throw error;
  }
}

/** @param to seconds from its beginning */
export function seek(to: number): void {
  if (playing.get()) element().currentTime = to;
}

export function setRate(next: Rate): void {
  rate.set(next);
  if (audio) audio.playbackRate = next;
}

export function stop(): void {
  audio?.pause();
  playing.set(null);
}
