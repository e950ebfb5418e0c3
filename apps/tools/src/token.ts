import { DemoSignInFailed } from '@parley/embedded/identity/demo-sign-in';
import { tokenFor } from '@parley/embedded/identity/demo-token';
import { ConfigError } from '@parley/platform/config/config';

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
