const EXAMPLE = 'esdb://host:2113?tls=false';

/** Options that the client knows, in lower case, since it ignores case. */
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

/** An error about a connection string, as one sentence without the string's secret parts. */
export class InvalidConnectionString extends Error {}

/**
 * Rejects invalid connection strings, since the client would print the whole string with its password, and options
 * that make the client report an append as successful when it was not.
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
