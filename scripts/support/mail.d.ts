export interface MailServerPorts {
  imap: number;
  smtp: number;
}

/** The mail server whose state is in one data folder. */
export declare class MailServer {
  constructor(dataDir: string);

  /** @returns process id and ports of the running server; undefined if it does not run */
  running(): (MailServerPorts & { pid: number }) | undefined;

  /**
   * Starts the server unless it already runs, and resolves once it responds.
   * @returns the ports
   */
  up(ports: MailServerPorts): Promise<MailServerPorts>;

  /**
   * Signals the server to end and waits until it has.
   * @returns false if it was not running
   */
  down(): Promise<boolean>;
}
