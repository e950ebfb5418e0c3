import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { demoPassword } from '../demo/demo-organisation';
import { demoSignIn, DemoSignInFailed } from '../embedded/identity/demo-sign-in';

/**
 * An ID token of a demo user, by signing in at the running server.
 * @throws DemoSignInFailed, ConfigError
 */
export async function tokenFor([email, ...rest]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!email || rest.length > 0) throw new DemoSignInFailed('Usage: scripts/token EMAIL');
  if (env.OIDC_ISSUER) {
    throw new DemoSignInFailed(
      'OIDC_ISSUER is set: tokens come from that issuer, and there are no demo users.',
    );
  }
  const { publicUrl, frontendApiKey } = loadConfig(env);
  const { idToken } = await demoSignIn(publicUrl, { email, password: demoPassword }, frontendApiKey);
  return idToken;
}

async function main(): Promise<void> {
  try {
    process.stdout.write(`${await tokenFor(process.argv.slice(2), process.env)}\n`);
  } catch (error) {
    const isExpected = error instanceof DemoSignInFailed || error instanceof ConfigError;
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();
