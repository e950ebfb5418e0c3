import type { ClaimEvent } from '@parley/contracts/events';
import { given } from '../decider/given';
import { claim } from './claim';

const claimed: ClaimEvent = { type: 'AliasClaimed', data: { kind: 'phone', ownerId: 'ana' } };

test('the first to claim an alias owns it', () => {
  const { when } = given(claim, []);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ana' })).toEqual([claimed]);
});

test('claiming twice is once', () => {
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ana' })).toEqual([]);
  expect(state.ownerId).toBe('ana');
});

test('the loser of a race reads the winner', () => {
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ben' })).toEqual([]);
  expect(state.ownerId).toBe('ana');
});

test('an alias that was released is free for somebody new', () => {
  const released: ClaimEvent = { type: 'AliasReleased', data: { ownerId: 'ana' } };
  expect(given(claim, [claimed]).when({ type: 'Release', ownerId: 'ana' })).toEqual([released]);
  const { when } = given(claim, [claimed, released]);
  expect(when({ type: 'Release', ownerId: 'ana' })).toEqual([]);
  expect(when({ type: 'Claim', kind: 'phone', ownerId: 'ben' })).toEqual([
    { type: 'AliasClaimed', data: { kind: 'phone', ownerId: 'ben' } },
  ]);
});

test('nobody releases what is another one’s', () => {
  expect(given(claim, [claimed]).when({ type: 'Release', ownerId: 'ben' })).toEqual([]);
});
