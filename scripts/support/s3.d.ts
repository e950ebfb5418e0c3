/** Bucket that the server has from its start. */
export declare const BUCKET: string;

/** The S3 server of one data folder. */
export declare class S3Server {
  constructor(dataDir: string);

  /** @returns undefined if the server does not run */
  running(): { pid: number; port: number } | undefined;

  /**
   * Starts the server unless it runs, and resolves once it responds.
   * @returns the port
   */
  up(port: number): Promise<number>;

  /** Whether the server serves its bucket. */
  answers(port: number): Promise<boolean>;

  /**
   * Signals the server to end and waits until it has.
   * @returns false if it was not running
   */
  down(): Promise<boolean>;
}
