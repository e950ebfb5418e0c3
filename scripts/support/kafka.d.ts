/** The tools that a broker of our own needs and this machine lacks. */
export declare function missingTools(): string[];

export declare function freePort(): Promise<number>;

/** Whether nobody answers at this port. */
export declare function isFree(port: number): Promise<boolean>;

/** The broker of one data folder. */
export declare class Broker {
  constructor(dataDir: string);

  /** Where it runs, or undefined. */
  running(): { pid: number; port: number } | undefined;

  /** Starts it unless it runs, and is back once it answers. @returns its port. */
  up(port: number): Promise<number>;

  /** Asks it to end and waits until it has. @returns whether there was anything to stop. */
  down(): Promise<boolean>;
}
