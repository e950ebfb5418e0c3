import { createCell } from '../../lib/cell';

export interface Track {
  assetId: string;
  messageId: string;
  chatId: string;
  /** Name of the contact, colleague or team of the conversation. */
  name: string;
  url: string;
  /** Path of the page that shows the track's conversation. */
  path: string;
}

export interface Playing extends Track {
  isPlaying: boolean;
  /** Playing position in seconds. */
  at: number;
  /** Duration in seconds; 0 while it is unknown. */
  length: number;
}

export const rates = [1, 1.5, 2] as const;
export type Rate = (typeof rates)[number];

/** The track that plays in this window, at most one; it continues while the user changes pages. */
export const playing = createCell<Playing | null>(null);
/** Playback speed; applies to all following messages, too. */
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

/**
 * Plays a track from the position where it was paused, or pauses it.
 * @throws DOMException if the browser cannot play it
 */
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
    // The user started another track, or stopped this track, before it began to play.
    if ((error as DOMException).name === 'AbortError') return;
    playing.set(null);
    throw error;
  }
}

/** @param to seconds from the beginning of the track */
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
