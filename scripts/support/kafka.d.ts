/** @returns the tools that the broker needs and this machine lacks */
export declare function missingTools(): string[];

export declare function freePort(): Promise<number>;

/** Whether no server responds at this port. */
export declare function isFree(port: number): Promise<boolean>;

/** The broker of one data folder. */
export declare class Broker {
  constructor(dataDir: string);

  /** @returns undefined if the broker does not run */
  running(): { pid: number; port: number } | undefined;

  /**
   * Starts the broker unless it runs, and resolves once it responds.
   * @returns the port
   */
  up(port: number): Promise<number>;

  /**
   * Signals the broker to end and waits until it has.
   * @returns false if it was not running
   */
  down(): Promise<boolean>;
}
