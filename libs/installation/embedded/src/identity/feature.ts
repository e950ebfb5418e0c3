import type { Feature } from '@parley/feature/feature';
import {
  EmbeddedAccountCosts1764400000000,
  EmbeddedAccounts1764000000000,
  EmbeddedIdentity1763700007000,
} from './identity.migration';

/**
 * Tables of the embedded identity provider. The application imports its module, since every process needs the issuer.
 */
export const identity: Feature = {
  migrations: [
    EmbeddedIdentity1763700007000,
    EmbeddedAccounts1764000000000,
    EmbeddedAccountCosts1764400000000,
  ],
};
