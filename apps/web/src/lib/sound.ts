import type { NotificationName } from '@parley/contracts/events/user.events';

/** Tune of each kind of notification: frequencies in Hz, played one after the other. */
const tunes: Record<NotificationName, readonly number[]> = {
  notifyConversationUnassigned: [523, 392],
  notifyConversationAssigned: [523, 659],
  notifyIncomingMessage: [784],
  notifyIncomingMessageNew: [659, 784, 988],
  notifyTeamchatStarted: [440, 554],
  notifyTeamchatMessage: [554],
  notifyMention: [880, 659],
  notifyScheduledFailed: [392, 330],
  notifySla: [659, 494],
};

const NOTE_S = 0.14;
const LOUDNESS = 0.16;

let audio: AudioContext | null = null;

/** Plays the tune of a kind of notification. Browsers allow it only after a user interaction with the page. */
export async function playSound(name: NotificationName): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
  const start = audio.currentTime + 0.02;
  for (const [index, frequency] of tunes[name].entries()) playNote(audio, frequency, start + index * NOTE_S);
}

/** Plays one note. The volume rises at once and fades slowly, which avoids clicks. */
function playNote(context: AudioContext, frequency: number, at: number): void {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S * 2);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + NOTE_S * 2);
}
