import { isConnectionError } from './database';
import { FAILURE_OF_SOCKET, FAILURE_OF_SQLSTATE, failureOf } from './failures';

const coded = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });

/**
 * All codes of PostgreSQL 17's classes 08, 25, 40, 53, 55, 57 and 58, and those of other classes that the code treats
 * specially.
 */
const EXPECTED = {
  away: [
    ...['08001', '08004', '25006', '28000', '28P01', '3D000', '53000', '53100', '53300', '57P03', '57P04'],
    ...['58000', '58030', '58P01', '58P02', '58P03'],
    ...['EADDRNOTAVAIL', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ECONNREFUSED', 'EHOSTDOWN', 'EHOSTUNREACH'],
    ...['EMFILE', 'ENETDOWN', 'ENETUNREACH', 'ENFILE', 'ENOBUFS', 'ENOTFOUND'],
  ],
  retry: [
    ...['08000', '08003', '08006', '08007', '08P01', '25P03', '25P04', '40000', '40001', '40003', '40P01'],
    ...[
      '53200',
      '53400',
      '55006',
      '55P03',
      '57000',
      '57014',
      '57P01',
      '57P02',
      '57P05',
      'XX000',
      'XX001',
      'XX002',
    ],
    ...['ECONNABORTED', 'ECONNRESET', 'ENETRESET', 'EPIPE', 'ETIMEDOUT'],
  ],
  poison: [
    ...['25000', '25001', '25002', '25003', '25004', '25005', '25007', '25008', '25P01', '25P02', '40002'],
    ...[
      '55000',
      '55P02',
      '55P04',
      '21000',
      '22003',
      '22007',
      '22021',
      '23505',
      '42601',
      '42P01',
      '54000',
      'P0001',
    ],
  ],
} as const;

describe.each(Object.entries(EXPECTED))('failure class %s', (failure, codes) => {
  test.each(codes)('includes %s', (code) => {
    expect(failureOf(coded(code))).toBe(failure);
    expect(isConnectionError(coded(code))).toBe(failure !== 'poison');
  });
});

test('the expected codes contain an example of every entry in the tables', () => {
  const codes: string[] = Object.values(EXPECTED).flat();
  const entries = [...Object.keys(FAILURE_OF_SQLSTATE), ...Object.keys(FAILURE_OF_SOCKET)];
  expect(entries.filter((entry) => !codes.some((code) => code.startsWith(entry)))).toEqual([]);
});

test('classifies every failure to connect as `away`', () => {
  for (const code of ['ENOENT', 'EACCES', 'EPERM', 'ETIMEDOUT', 'ECONNRESET'])
    expect(failureOf(coded(code, { syscall: 'connect' }))).toBe('away');
  expect(failureOf(coded('ESERVFAIL', { syscall: 'getaddrinfo' }))).toBe('away');
});

test('recognises a failure of the driver without a code by its message', () => {
  const messages = [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
  ];
  expect(messages.map((message) => failureOf(new Error(message)))).toEqual(['retry', 'retry', 'away']);
});

test('gives no failure class to an error that does not come from the database', () => {
  expect(
    [coded('ENOSPC'), coded('EACCES'), coded('not_found'), new TypeError('x'), null, 'x'].map(failureOf),
  ).toEqual(Array(6).fill(null));
});
