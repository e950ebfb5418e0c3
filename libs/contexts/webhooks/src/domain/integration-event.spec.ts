import { integrationEvent } from './integration-event';

const command = {
  type: 'State' as const,
  name: 'order::shipped',
  from: { reference: 'warehouse', entityType: null },
  target: null,
};

test('given nothing, when a program states an event, then it is stated', () => {
  const { type: _type, ...data } = command;
  expect(integrationEvent.decide(command, integrationEvent.initialState)).toEqual([
    { type: 'IntegrationEventStated', data },
  ]);
});

test('given a stated event, when the same is stated again, then nothing more is', () => {
  const [stated] = integrationEvent.decide(command, integrationEvent.initialState);
  const state = integrationEvent.evolve(integrationEvent.initialState, stated!);
  expect(integrationEvent.decide(command, state)).toEqual([]);
});
