import type { ClaimEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
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

test('whoever takes a claim over frees it of its owner, unless it was claimed again since', () => {
  const released: ClaimEvent = { type: 'AliasReleased', data: { ownerId: 'ana' } };
  const ben: ClaimEvent = { type: 'AliasClaimed', data: { kind: 'phone', ownerId: 'ben' } };
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Take', kind: 'phone', ownerId: 'ben', fence: state.fence })).toEqual([released, ben]);
  // Its owner renews it.
  const renewed = given(claim, [claimed, claimed]);
  expect(renewed.when({ type: 'Take', kind: 'phone', ownerId: 'ben', fence: state.fence })).toEqual([]);
});

test('an owner renews its claim, and frees only the one that it had read', () => {
  const { when, state } = given(claim, [claimed]);
  expect(when({ type: 'Take', kind: 'phone', ownerId: 'ana', fence: state.fence })).toEqual([claimed]);
  const renewed = given(claim, [claimed, claimed]);
  expect(renewed.when({ type: 'Release', ownerId: 'ana', fence: state.fence })).toEqual([]);
});
