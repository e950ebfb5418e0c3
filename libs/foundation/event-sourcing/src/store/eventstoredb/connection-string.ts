const EXAMPLE = 'esdb://host:2113?tls=false';

/** Options that the client knows, as it compares them. */
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

/** One sentence about a connection string, without anything of it that may be secret. */
export class InvalidConnectionString extends Error {}

/**
 * Refuses what the client would complain of by printing the whole string, password included, and what would make
 * appends report success that were none.
 * @throws InvalidConnectionString
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
