/** Bucket that the server creates when it starts. */
export declare const BUCKET: string;

/** The S3 server whose data is in one data folder. */
export declare class S3Server {
  constructor(dataDir: string);

  /** @returns process id and port of the running server; undefined if it does not run */
  running(): { pid: number; port: number } | undefined;

  /**
   * Starts the server unless it already runs, and resolves once it responds.
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
