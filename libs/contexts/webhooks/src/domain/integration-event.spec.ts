import { integrationEvent } from './integration-event';

const command = {
  type: 'State' as const,
  name: 'order::shipped',
  from: { reference: 'warehouse', entityType: null },
  target: null,
};

test('records an event that an integration states', () => {
  const { type: _type, ...data } = command;
  expect(integrationEvent.decide(command, integrationEvent.initialState)).toEqual([
    { type: 'IntegrationEventStated', data },
  ]);
});

test('records nothing when the same event is stated again', () => {
  const [stated] = integrationEvent.decide(command, integrationEvent.initialState);
  const state = integrationEvent.evolve(integrationEvent.initialState, stated!);
  expect(integrationEvent.decide(command, state)).toEqual([]);
});
