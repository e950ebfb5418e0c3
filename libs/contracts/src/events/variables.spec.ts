import { fillVariables, unresolvedVariables, type VariableValues } from './variables';

const known: VariableValues = {
  'contact.name': 'Ana $& Ruiz',
  'contact.phone': '+34612000000',
  'contact.email': null,
  'agent.name': 'Tom',
};

test('what is known is filled in, and what is not stays as it is', () => {
  expect(
    fillVariables('Hi {{contact.name}}, {{ Agent.Name }} here: {{contact.email}} {{order.id}}', known),
  ).toBe('Hi Ana $& Ruiz, Tom here: {{contact.email}} {{order.id}}');
});

test('what a contact would read as a variable is found once, as it is written', () => {
  expect(unresolvedVariables('{{ contact.email }} {{order.id}} {{order.id}}')).toEqual([
    '{{ contact.email }}',
    '{{order.id}}',
  ]);
});

test.each(['{{1}}', '{ contact.name }', '{{}}', '{{ two words }}', 'contact.name'])(
  '%s is no variable',
  (text) => {
    expect(unresolvedVariables(text)).toEqual([]);
  },
);
