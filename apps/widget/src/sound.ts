let audio: AudioContext | null = null;

/** Enables sound. Call it on a click, because browsers do not allow sound before one. */
export function allowSound(): void {
  audio ??= 'AudioContext' in window ? new AudioContext() : null;
  void audio?.resume().catch(() => undefined);
}

/**
 * Plays two soft tones. They are synthesised, so that the page's content security policy need not allow an audio
 * file.
 */
export function chime(): void {
  if (audio?.state !== 'running') return;
  for (const [index, frequency] of [660, 880].entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + index * 0.12;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}
