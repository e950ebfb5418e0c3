/** Statements under way at once: what is asked for meanwhile shares the next one. */
const AT_ONCE = 2;
/** What shares a statement at most, unless its reader says otherwise. */
const MOST = 64;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Shares<Asked> {
  /** What shares a statement at most; one that is larger by itself has its own. */
  most?: number;
  /** How much of that one of them is; 1 if left out. */
  sizeOf?: (asked: Asked) => number;
}

/** Reads that wait together share a statement: a round trip costs more than the rows. */
export class SharedReads<Asked, Answer> {
  private readonly queue: Waiting<Asked, Answer>[] = [];
  private busy = 0;

  /** @param readAll answers several at once, in their order; what it throws, all of them hear */
  constructor(
    private readonly readAll: (asked: Asked[]) => Promise<Answer[]>,
    private readonly shares: Shares<Asked> = {},
  ) {}

  read(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.queue.push({ asked, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    while (this.busy < AT_ONCE && this.queue.length > 0) {
      this.busy++;
      void this.run(this.takeBatch()).finally(() => {
        this.busy--;
        this.next();
      });
    }
  }

  private takeBatch(): Waiting<Asked, Answer>[] {
    const { most = MOST, sizeOf = () => 1 } = this.shares;
    let [count, size] = [0, 0];
    for (const { asked } of this.queue) {
      size += sizeOf(asked);
      if (count > 0 && size > most) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async run(batch: Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.readAll(batch.map(({ asked }) => asked));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
