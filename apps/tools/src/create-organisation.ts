import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { domainName } from '@parley/access/domain/domain-name';
import { registerOrganisation } from '@parley/access/write/register-organisation';
import { InvitationLinks } from '@parley/access/write/invitation-links';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Engines } from '@parley/server/engines';
import { sentenceOf } from './support/domain-refusal';
import { operatedOn, runTool, ToolError } from './support/tool';

const USAGE = 'Usage: scripts/create-organisation NAME DOMAIN ADMIN_EMAIL ADMIN_NAME';
const MAX_NAME_LENGTH = 100;

/** Creates an organisation and its first administrator, and prints how they sign in. */
export async function* runCreateOrganisation(
  { config, database, store, masterKey }: Pick<Engines, 'config' | 'database' | 'store' | 'masterKey'>,
  args: string[],
  hasIssuer = Boolean(process.env.OIDC_ISSUER),
): AsyncGenerator<string> {
  if (args.length !== 4) throw new ToolError(USAGE);
  const [name, host, email, displayName] = args.map((argument) => argument.trim()) as [
    string,
    string,
    string,
    string,
  ];
  const domain = domainName(host) ?? host;
  requireText('NAME', name);
  requireText('ADMIN_NAME', displayName);
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) || email.length > 254) {
    throw new ToolError(`"${email}" is no e-mail address.`);
  }
  // A mail address must belong to a single user over all organisations, since a sign-in starts with the address
  // alone.
  const known = await database.query(
    "select from access.user_account where lower(email) = lower($1) and state <> 'deleted'",
    [email],
  );
  if (known.rowCount) throw new ToolError(addressTaken(email));

  const [customerId, userId] = [randomUUID(), randomUUID()];
  const who = { userId, displayName, email, role: 'admin' } as const;
  const founder = hasIssuer
    ? ({ type: 'Add', ...who } as const)
    : ({ type: 'Invite', ...who, by: { userId, role: 'admin' } } as const);
  await registerOrganisation(
    new Claims(new Aggregates(store), masterKey),
    { name, domain, storageName: customerId, founder },
    operatedOn({ id: customerId, name }),
  ).catch((error: unknown) => {
    if (error instanceof Rejected && error.code === 'user_email_taken')
      throw new ToolError(addressTaken(email));
    throw error instanceof Rejected ? new ToolError(sentenceOf(error, domain)) : error;
  });

  yield `${name} is there, under ${domain}. Its id is ${customerId}.`;
  if (hasIssuer) {
    yield `${displayName} signs in at the identity provider with the verified address ${email}.`;
  } else {
    const links = new InvitationLinks(config, masterKey);
    const { link } = links.linkFor({ customerId, userId, invitation: 1 }, Date.now());
    yield `${displayName} sets a password here, within 7 days: ${link}`;
  }
}

function addressTaken(email: string): string {
  return `Somebody of another organisation has the address ${email}.`;
}

function requireText(field: string, text: string): void {
  if (text === '' || text.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(text)) {
    throw new ToolError(`${field} is a text of 1 to ${MAX_NAME_LENGTH} characters.\n${USAGE}`);
  }
}

if (require.main === module) void runTool((engines, args) => runCreateOrganisation(engines, args));
