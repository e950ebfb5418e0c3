export interface MailServerPorts {
  imap: number;
  smtp: number;
}

/** The mail server of one data folder. */
export declare class MailServer {
  constructor(dataDir: string);

  /** Where it runs, or undefined. */
  running(): (MailServerPorts & { pid: number }) | undefined;

  /** Starts it unless it runs, and is back once it answers. @returns its ports */
  up(ports: MailServerPorts): Promise<MailServerPorts>;

  /** Asks it to end and waits until it has. @returns whether there was anything to stop */
  down(): Promise<boolean>;
}
