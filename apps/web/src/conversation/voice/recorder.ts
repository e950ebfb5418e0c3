import { createCell } from '../../lib/cell';
import { oggOf } from './ogg';
import { opusIn } from './webm';

/** Maximum length in seconds; the recording then stops automatically. */
export const MAX_SECONDS = 15 * 60;
const BITS_PER_SECOND = 32_000;
const LEVEL_EVERY_MS = 80;

/**
 * MIME types in order of preference: messengers require Ogg. Firefox records the first type, Safari only the last.
 */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

/** Reason why recording failed: permission denied, no microphone, or any other error. */
export type RecordingFault = 'denied' | 'missing' | 'failed';

const typeOfBrowser = () => types.find((type) => MediaRecorder.isTypeSupported(type));

export class Recording {
  /** Loudness over time: one value from 0 to 1 every `LEVEL_EVERY_MS`. */
  readonly levels = createCell<readonly number[]>([]);
  private readonly parts: Blob[] = [];
  private readonly audio = new AudioContext();
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly stopped: Promise<void>;

  private constructor(
    private readonly stream: MediaStream,
    private readonly recorder: MediaRecorder,
  ) {
    const analyser = new AnalyserNode(this.audio, { fftSize: 1_024 });
    this.audio.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      this.levels.update((levels) => [...levels, Math.min(1, loudest)]);
    }, LEVEL_EVERY_MS);
    recorder.addEventListener('dataavailable', ({ data }) => this.parts.push(data));
    this.stopped = new Promise((resolve) => recorder.addEventListener('stop', () => resolve()));
    recorder.start();
  }

  /**
   * Requests the microphone and begins to record.
   * @throws RecordingFailed with the reason
   */
  static async start(): Promise<Recording> {
    const mimeType = typeOfBrowser();
    try {
      const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      return new Recording(
        stream,
        new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND }),
      );
    } catch (error) {
      throw new RecordingFailed(faultOf(error));
    }
  }

  /** Ends the recording. @returns a file named after the current time */
  async finish(): Promise<File> {
    if (this.recorder.state !== 'inactive') this.recorder.stop();
    await this.stopped;
    this.release();
    const blob = new Blob(this.parts, { type: this.recorder.mimeType });
    return fileOf(blob, new Date());
  }

  discard(): void {
    if (this.recorder.state !== 'inactive') this.recorder.stop();
    this.release();
  }

  private release(): void {
    clearInterval(this.timer);
    for (const track of this.stream.getTracks()) track.stop();
    void this.audio.close().catch(() => undefined);
  }
}

export class RecordingFailed extends Error {
  constructor(readonly fault: RecordingFault) {
    super(fault);
    this.name = 'RecordingFailed';
  }
}

function faultOf(error: unknown): RecordingFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'missing' : 'failed';
}

async function fileOf(blob: Blob, now: Date): Promise<File> {
  const type = blob.type.split(';')[0]!;
  const [day, time] = now.toISOString().split('T') as [string, string];
  const name = `voice-${day}-${time.slice(0, 8).replaceAll(':', '')}`;
  if (type === 'audio/mp4') return new File([blob], `${name}.m4a`, { type });
  if (type === 'audio/ogg') return new File([blob], `${name}.ogg`, { type });
  const stream = opusIn(new Uint8Array(await blob.arrayBuffer()));
  const [serial] = crypto.getRandomValues(new Uint32Array(1));
  return new File([oggOf(stream, serial!)], `${name}.ogg`, { type: 'audio/ogg' });
}
