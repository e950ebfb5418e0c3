import { errors } from 'jose';
import { CodedError } from '@parley/contracts/api/coded-error';
import {
  GrantRefused,
  reasonOfRefusal,
  reasonOfUnknown,
  SignInRefused,
  UnknownAttempt,
} from './sign-in-refusal';

const refusedBy = (cause: Error) => new SignInRefused(cause.message, { cause });
const claimError = (claim: string, reason: string) =>
  new errors.JWTClaimValidationFailed('any', {}, claim, reason);

test.each<[unknown, string]>([
  [new UnknownAttempt('the state is not that of this sign-in'), 'the state is not that of this sign-in'],
  [refusedBy(claimError('aud', 'check_failed')), 'the claim aud is wrong'],
  [refusedBy(claimError('sub', 'missing')), 'the claim sub is missing'],
  [refusedBy(claimError('nbf', 'check_failed')), 'the claim nbf is in the future: compare the clocks'],
  [
    refusedBy(new errors.JWTExpired('any', {}, 'exp', 'check_failed')),
    'the claim exp is in the past: compare the clocks',
  ],
  [
    refusedBy(new errors.JWSSignatureVerificationFailed()),
    "the signature of the ID token does not match the issuer's key",
  ],
  [refusedBy(new GrantRefused('invalid_client')), 'the token endpoint refused with invalid_client'],
  [refusedBy(new GrantRefused('who@private.example')), 'the token endpoint refused with an unknown code'],
  [
    new SignInRefused('ID token contains invalid nonce.'),
    'the nonce in the ID token is not that of this sign-in',
  ],
  [new CodedError('user_blocked'), 'the user is deactivated'],
  [
    new CodedError('ip_not_allowed', '192.0.2.1'),
    'the network address is not on the whitelist of the organisation',
  ],
  [refusedBy(new Error('who@private.example')), 'the answer of the issuer cannot be used'],
  [new Error('who@private.example'), 'an error that is logged by itself'],
])('the reason for %p contains no values of claims or input', (error, reason) => {
  expect(reasonOfRefusal(error)).toBe(reason);
});

test('the reason contains the issuer’s error code, and hides any other text', () => {
  const refusal = new SignInRefused('who@private.example');
  expect(reasonOfRefusal(refusal, { error: 'access_denied' })).toBe('the issuer refused with access_denied');
  for (const error of ['who@private.example', ['a'], 'x'.repeat(50)]) {
    expect(reasonOfRefusal(refusal, { error })).toBe('the issuer refused with an unknown code');
  }
});

test('the reason names the claim because of which a token matches no user', () => {
  expect(reasonOfUnknown({})).toBe('the claim email is missing');
  expect(reasonOfUnknown({ email: 'a@b.example' })).toBe('the claim email_verified is missing');
  expect(reasonOfUnknown({ email: 'a@b.example', email_verified: false })).toBe(
    'the claim email_verified is not true',
  );
  expect(reasonOfUnknown({ user_id: 'x', customer_id: 'y' })).toBe(
    'the claims user_id and customer_id name no user',
  );
});
