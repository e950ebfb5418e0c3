/** @returns the tools that the broker needs and this machine lacks */
export declare function missingTools(): string[];

export declare function freePort(): Promise<number>;

/** Whether the port is free: no server responds on it. */
export declare function isFree(port: number): Promise<boolean>;

/** The broker whose data is in one data folder. */
export declare class Broker {
  constructor(dataDir: string);

  /** @returns process id and port of the running broker; undefined if it does not run */
  running(): { pid: number; port: number } | undefined;

  /**
   * Starts the broker unless it already runs, and resolves once it responds.
   * @returns the port
   */
  up(port: number): Promise<number>;

  /**
   * Signals the broker to end and waits until it has.
   * @returns false if it was not running
   */
  down(): Promise<boolean>;
}
