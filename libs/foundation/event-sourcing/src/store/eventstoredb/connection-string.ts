const EXAMPLE = 'esdb://host:2113?tls=false';

/** Options that the client knows, in lower case as it compares them. */
const OPTIONS = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'throwonappendfailure',
  'tls',
  'tlscafile',
  'usercertfile',
  'userkeyfile',
]);

/** An error about a connection string, in one sentence without its secret parts. */
export class InvalidConnectionString extends Error {}

/**
 * Rejects invalid connection strings, for which the client would print the whole string including the password, and
 * options that make appends falsely report success.
 * @throws InvalidConnectionString if the string is invalid
 */
export function checkConnectionString(url: string): void {
  if (!/^esdb(\+discover)?:\/\/[^?\s]+/.test(url)) {
    throw new InvalidConnectionString(`A connection string of EventStoreDB looks like ${EXAMPLE}.`);
  }
  const query = url.split('?')[1] ?? '';
  for (const option of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = option.split('=');
    const known = name.toLowerCase().replace(/[_-]/g, '');
    if (!OPTIONS.has(known)) {
      throw new InvalidConnectionString(`The client of EventStoreDB has no option ${name}.`);
    }
    if (known === 'throwonappendfailure' && value !== 'true') {
      throw new InvalidConnectionString('Parley needs throwOnAppendFailure as it is by default: true.');
    }
  }
}
