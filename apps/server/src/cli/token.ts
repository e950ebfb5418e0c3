import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { demoPassword } from '../demo/demo-organisation';
import { demoSignIn, DemoSignInFailed } from '../embedded/identity/demo-sign-in';

/** Prints an ID token of a demo user, by signing in at the running server. */
async function main([email, ...rest]: string[]): Promise<void> {
  if (!email || rest.length > 0) throw new DemoSignInFailed('Usage: scripts/token EMAIL');
  const config = loadConfig(process.env);
  if (config.oidc) {
    throw new DemoSignInFailed(
      'OIDC_ISSUER is set: tokens come from that issuer, and there are no demo users.',
    );
  }
  const credentials = { email, password: demoPassword };
  const { idToken } = await demoSignIn(config.publicUrl, credentials, config.frontendApiKey);
  process.stdout.write(`${idToken}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof DemoSignInFailed || error instanceof ConfigError;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
