/** Shows the progress of long work: on a terminal as a bar in one line, in other outputs as a line per step. */
export class ProgressLine {
  private name = '';
  private started = 0;
  private shown = 0;

  constructor(
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
    private readonly now: () => number = Date.now,
  ) {}

  step(name: string): void {
    this.name = name;
    this.started = this.now();
    this.shown = 0;
    this.out.write(this.out.isTTY ? `${name} …` : `${name}\n`);
  }

  /** @param part share done, from 0 to 1; undefined if the total is unknown */
  progress(done: number, unit: string, part?: number): void {
    const now = this.now();
    if (!this.out.isTTY || (now - this.shown < 100 && part !== 1)) return;
    this.shown = now;
    this.out.write(`\r\x1b[2K${this.name}  ${line(done, unit, part, (now - this.started) / 1000)}`);
  }

  done(sentence: string): void {
    this.out.write(this.out.isTTY ? `\r\x1b[2K${this.name}: ${sentence}\n` : `  ${sentence}\n`);
  }
}

const WIDTH = 24;

/** A line such as `[████····] 45 %  12,000 events  3,100/s  4 s left`. */
export function line(done: number, unit: string, part: number | undefined, seconds: number): string {
  const count = `${done.toLocaleString('en')} ${unit}`;
  const rate = seconds > 0 ? `  ${Math.round(done / seconds).toLocaleString('en')}/s` : '';
  if (part === undefined) return count + rate;
  const share = Math.min(Math.max(part, 0), 1);
  const full = Math.round(share * WIDTH);
  const bar = `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}] ${Math.floor(share * 100)} %`;
  const left = share > 0 && share < 1 ? `  ${timeLeft((seconds / share) * (1 - share))} left` : '';
  return `${bar}  ${count}${rate}${left}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
