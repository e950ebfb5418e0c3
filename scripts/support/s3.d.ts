/** The bucket that the server has from the beginning. */
export declare const BUCKET: string;

/** The S3 server of one data folder. */
export declare class S3Server {
  constructor(dataDir: string);

  /** Where it runs, or undefined. */
  running(): { pid: number; port: number } | undefined;

  /** Starts it unless it runs, and is back once it answers. @returns its port */
  up(port: number): Promise<number>;

  /** Whether it serves its bucket by now. */
  answers(port: number): Promise<boolean>;

  /** Asks it to end and waits until it has. @returns whether there was anything to stop */
  down(): Promise<boolean>;
}
