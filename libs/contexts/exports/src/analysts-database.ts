import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** Name of the template database that a superuser prepares if the server's own role may not create extensions. */
export const TEMPLATE = 'parley_analysts_template';

/** Maximum bytes on disk for the sorts and hashes of one session. */
const MAX_TEMPORARY_BYTES = 2 * 1024 ** 3;

/**
 * Functions that PostgreSQL lets every login call, but that a shared server must refuse: large objects fill the disk;
 * advisory locks and WAL messages use up resources of all databases of the server; activity and locks reveal other
 * organisations' sessions; a sleep occupies a connection.
 */
const REFUSED_FUNCTIONS =
  '^(lo_|loread$|lowrite$|pg_(try_)?advisory_|pg_sleep|pg_notify$|pg_logical_emit_message$|pg_export_snapshot$' +
  '|pg_lock_status$|pg_stat_get_(activity$|backend_))';

/** Statements that need a superuser, to be run in a database of analysts. */
const HARDEN = `
  create schema if not exists fdw;
  create extension if not exists postgres_fdw schema fdw;
  revoke usage on language plpgsql from public;
  do $$
  declare
    refused regprocedure;
  begin
    for refused in
      select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '${REFUSED_FUNCTIONS}'
    loop
      execute format('revoke execute on function %s from public', refused);
    end loop;
  end $$;`;

/** Returns a script for psql that prepares `TEMPLATE` for a server role that is no superuser. */
export function templateScript(serverRole: string): string {
  const role = escapeIdentifier(serverRole);
  return `create database ${TEMPLATE} owner ${role} template template0;
\\connect ${TEMPLATE}${HARDEN.replace(/^ {2}/gm, '')}
grant usage on foreign data wrapper postgres_fdw to ${role};
grant set on parameter temp_file_limit to ${role};`;
}

/** A role that logs in with a password. */
export interface Login {
  user: string;
  password: string;
}

/**
 * Runs `work` on a connection of its own to another database of the product's server, by default as the server's
 * role.
 */
export async function within<T>(
  productUrl: string,
  database: string,
  work: (client: Client) => Promise<T>,
  login?: Login,
): Promise<T> {
  const url = new URL(productUrl);
  url.pathname = `/${database}`;
  if (login) [url.username, url.password] = [login.user, login.password];
  const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Builds the contents of an analysts' database: tables that PostgreSQL fetches from the product as `reader`, and from
 * which the analyst may select. Their definitions follow the views of `analytics_v1`. Safe to repeat.
 */
export async function buildTables(
  client: Client,
  { productUrl, analyst, reader, isSuperuser }: Contents,
): Promise<void> {
  const database = escapeIdentifier(client.database!);
  const user = escapeIdentifier(analyst);
  const options = `options (user ${escapeLiteral(reader.user)}, password ${escapeLiteral(reader.password)})`;
  await client.query('begin');
  await client.query(`revoke all on database ${database} from public`);
  await client.query('revoke all on schema public from public');
  if (isSuperuser) await client.query(HARDEN);
  await client.query(`drop server if exists product cascade; drop schema if exists analytics_v1 cascade`);
  // Without kept connections, the reader's session ends with the statement that needed it.
  await client.query(
    `create server product foreign data wrapper postgres_fdw options (
       dbname ${escapeLiteral(decodeURIComponent(new URL(productUrl).pathname.slice(1)))},
       ${Object.entries(addressIn(productUrl))
         .map(([name, value]) => `${name} ${escapeLiteral(value)}`)
         .join(', ')},
       connect_timeout '5', fetch_size '2000', keep_connections 'off', updatable 'false', truncatable 'false')`,
  );
  await client.query(`create schema analytics_v1`);
  await client.query(`create user mapping for current_user server product ${options}`);
  await client.query('import foreign schema analytics_v1 from server product into analytics_v1');
  await client.query('drop user mapping for current_user server product');
  await client.query(`create user mapping for ${user} server product ${options}`);
  await client.query(`grant connect on database ${database} to ${user}`);
  await client.query(`grant usage on schema analytics_v1 to ${user}`);
  await client.query(`grant select on all tables in schema analytics_v1 to ${user}`);
  await client.query(`alter role ${user} set temp_file_limit = '${MAX_TEMPORARY_BYTES / 1024}kB'`);
  await client.query('commit');
}

interface Contents {
  productUrl: string;
  /** Role with which analysts log in. */
  analyst: string;
  /** Role with which the analysts' database reads the product's. */
  reader: Login;
  /** Whether the server's own role is a superuser; if not, the database was made from `TEMPLATE`. */
  isSuperuser: boolean;
}

/** Points an analysts' database at the present address of the product's, which changes with each embedded start. */
export async function updateAddress(productUrl: string, database: string): Promise<void> {
  const { host, port } = addressIn(productUrl);
  await within(productUrl, database, (client) =>
    client.query(
      `alter server product options (set host ${escapeLiteral(host)}, set port ${escapeLiteral(port)})`,
    ),
  );
}

/** @returns the address at which this process, and so the server itself, reaches the product's PostgreSQL */
function addressIn(productUrl: string): { host: string; port: string } {
  const { hostname, port, searchParams } = new URL(productUrl);
  const host = hostname.replace(/^\[|\]$/g, '') || searchParams.get('host') || '127.0.0.1';
  return { host, port: port || searchParams.get('port') || '5432' };
}
