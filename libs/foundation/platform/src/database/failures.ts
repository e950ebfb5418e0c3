import { isOutdatedPlan } from './statement-names';

/**
 * `away`: the database runs no statement now: wait and retry, without a limit.
 * `retry`: the transaction was aborted or its connection lost. A retry may succeed; if the same work fails like this
 * repeatedly while the database works, the work itself is the cause.
 * `poison`: the statement or a value in it is wrong, so it fails at every try.
 */
export type Failure = 'away' | 'retry' | 'poison';

/** SQLSTATEs of PostgreSQL, and classes of them by their first two characters. A full SQLSTATE takes precedence. */
export const FAILURE_OF_SQLSTATE: Readonly<Record<string, Failure>> = {
  // Connection exceptions.
  '08': 'retry',
  '08001': 'away', // the client cannot establish a connection
  '08004': 'away', // the server rejects the connection
  '08P01': 'retry', // protocol violation: a proxy whose server is down, or more parameters than the protocol allows
  // Invalid transaction states: mistakes in a statement, except for these three.
  '25': 'poison',
  '25006': 'away', // read-only: the connection leads to a standby, as after a failover
  '25P03': 'retry', // idle_in_transaction_session_timeout
  '25P04': 'retry', // transaction_timeout
  // The server refuses the login or the database: no statement runs until an operator corrects this.
  '28': 'away',
  '3D': 'away',
  // The transaction was rolled back.
  '40': 'retry',
  '40002': 'poison', // a constraint that is checked at the commit
  // Insufficient resources.
  '53': 'away',
  '53200': 'retry', // out of memory, perhaps because of this statement
  '53400': 'retry', // a configured limit, such as temp_file_limit
  // Objects in the wrong state.
  '55': 'poison',
  '55006': 'retry', // object in use
  '55P03': 'retry', // lock_timeout
  // Operator interventions.
  '57': 'retry', // 57014: statement_timeout or a cancellation; 57P01, 57P02, 57P05: the connection was ended
  '57P03': 'away', // the server starts, stops or recovers
  '57P04': 'away', // the database was dropped
  // Errors of the server's system: a broken disk, a missing file.
  '58': 'away',
  // Internal errors. A value can cause them, or a damaged page.
  XX: 'retry',
};

/** Codes of Node's sockets and of its name look-up. */
export const FAILURE_OF_SOCKET: Readonly<Record<string, Failure>> = {
  EADDRNOTAVAIL: 'away',
  EAI_AGAIN: 'away',
  EAI_FAIL: 'away',
  EAI_NODATA: 'away',
  ECONNABORTED: 'retry',
  ECONNREFUSED: 'away',
  ECONNRESET: 'retry',
  EHOSTDOWN: 'away',
  EHOSTUNREACH: 'away',
  EMFILE: 'away', // this process has no descriptor left for a socket
  ENETDOWN: 'away',
  ENETRESET: 'retry',
  ENETUNREACH: 'away',
  ENFILE: 'away',
  ENOBUFS: 'away',
  // A cluster's name server returns this while a service has no address.
  ENOTFOUND: 'away',
  EPIPE: 'retry',
  ETIMEDOUT: 'retry',
};

/** Errors of the driver without a code, by their message. */
const OF_THE_DRIVER: readonly [RegExp, Failure][] = [
  [/^timeout exceeded when trying to connect/, 'away'],
  [/^(Connection terminated|Client has encountered a connection error|Client was closed)/, 'retry'],
];

/** Classifies an error of the database or of the connection to it; null for any other error. */
export function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Object)) return null;
  // A retry plans the statement again on another connection.
  if (isOutdatedPlan(error)) return 'retry';
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    const found = Object.hasOwn(FAILURE_OF_SOCKET, code) ? FAILURE_OF_SOCKET[code] : ofSqlState(code);
    if (found) return syscall === 'connect' ? 'away' : found;
  }
  // Failures to connect with a code that is not in the table, such as ENOENT for a Unix socket whose server restarts.
  if (syscall === 'connect' || syscall === 'getaddrinfo') return 'away';
  const message = error instanceof Error ? error.message : '';
  return OF_THE_DRIVER.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

function ofSqlState(code: string): Failure | null {
  if (!/^[0-9A-Z]{5}$/.test(code) || /^E[A-Z]{4}$/.test(code)) return null;
  const found = [code, code.slice(0, 2)].find((entry) => Object.hasOwn(FAILURE_OF_SQLSTATE, entry));
  return found === undefined ? 'poison' : FAILURE_OF_SQLSTATE[found]!;
}
