import type { ClaimEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { claim } from './claim';

const claimed: ClaimEvent = { type: 'AliasClaimed', data: { kind: 'phone', ownerId: 'ana' } };

test('gives an alias to the first owner that claims it', () => {
  const { when } = given(claim, []);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ana' })).toEqual([claimed]);
});

test('changes nothing if the owner claims again', () => {
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ana' })).toEqual([]);
  expect(state.ownerId).toBe('ana');
});

test('returns the winner to the loser of a race', () => {
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ben' })).toEqual([]);
  expect(state.ownerId).toBe('ana');
});

test('gives a released alias to a new owner', () => {
  const released: ClaimEvent = { type: 'AliasReleased', data: { ownerId: 'ana' } };
  expect(given(claim, [claimed]).when({ type: 'Release', ownerId: 'ana' })).toEqual([released]);
  const { when } = given(claim, [claimed, released]);
  expect(when({ type: 'Release', ownerId: 'ana' })).toEqual([]);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ben' })).toEqual([
    { type: 'AliasClaimed', data: { kind: 'phone', ownerId: 'ben' } },
  ]);
});

test('ignores a release by another owner', () => {
  expect(given(claim, [claimed]).when({ type: 'Release', ownerId: 'ben' })).toEqual([]);
});

test('lets a new owner take a claim over, unless the former owner has renewed it since the fence was read', () => {
  const released: ClaimEvent = { type: 'AliasReleased', data: { ownerId: 'ana' } };
  const ben: ClaimEvent = { type: 'AliasClaimed', data: { kind: 'phone', ownerId: 'ben' } };
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Take', kind: 'phone', ownerId: 'ben', fence: state.fence })).toEqual([released, ben]);
  // The owner renews the claim.
  const renewed = given(claim, [claimed, claimed]);
  expect(renewed.when({ type: 'Take', kind: 'phone', ownerId: 'ben', fence: state.fence })).toEqual([]);
});

test('lets an owner renew its claim, and releases only the claim whose fence is given', () => {
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Take', kind: 'phone', ownerId: 'ana', fence: state.fence })).toEqual([claimed]);
  const renewed = given(claim, [claimed, claimed]);
  expect(renewed.when({ type: 'Release', ownerId: 'ana', fence: state.fence })).toEqual([]);
});
