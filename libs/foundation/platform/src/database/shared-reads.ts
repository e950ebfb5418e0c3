/** Maximum number of concurrent statements; further requests wait and share the next statement. */
const AT_ONCE = 2;
/** Default of `Shares.most`. */
const MOST = 64;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Shares<Asked> {
  /** Maximum total size of the requests that share a statement; a larger request has its own. */
  most?: number;
  /** Size of one request; 1 by default. */
  sizeOf?: (asked: Asked) => number;
}

/** Combines waiting reads into one statement, since a round trip costs more than the rows. */
export class SharedReads<Asked, Answer> {
  private readonly queue: Waiting<Asked, Answer>[] = [];
  private busy = 0;

  /** @param readAll returns one result per request, in the same order; if it throws, all these requests fail */
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
