import {
  attributeVariable,
  contactVariables,
  fillAutomaticText,
  fillVariables,
  unknownAutomaticVariables,
  unresolvedVariables,
  type VariableValues,
} from './variables';

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

test('a custom attribute has a variable of its name, and stays as it is written where there is no value', () => {
  expect(attributeVariable('Día de renovación')).toBe('contact.attribute.dia-de-renovacion');
  const values = { ...known, [attributeVariable('Renewal date')]: '2026-12-01' };
  expect(fillVariables('Renews {{contact.attribute.renewal-date}}, {{contact.attribute.tier}}', values)).toBe(
    'Renews 2026-12-01, {{contact.attribute.tier}}',
  );
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

test.each([
  ['Hi {{contact.name}}, welcome!', 'Hi Ana $& Ruiz, welcome!', 'Hi, welcome!'],
  ['{{contact.name}}, welcome!', 'Ana $& Ruiz, welcome!', 'welcome!'],
  [
    'Welcome {{ Contact.Name }}.\n{{contact.name}}: hi',
    'Welcome Ana $& Ruiz.\nAna $& Ruiz: hi',
    'Welcome.\nhi',
  ],
  ['Hi {{order.id}}', 'Hi', 'Hi'],
  ['No variable.', 'No variable.', 'No variable.'],
])('of the automatic text %j a contact reads %j, and without a name %j', (text, filled, without) => {
  expect(fillAutomaticText(text, known)).toBe(filled);
  expect(fillAutomaticText(text, { ...known, 'contact.name': null })).toBe(without);
});

test('an automatic text knows the contact, and no agent', () => {
  expect(unknownAutomaticVariables('{{contact.name}} {{Contact.Phone}} {{contact.email}} {{1}}')).toEqual([]);
  expect(unknownAutomaticVariables('{{agent.name}} {{ order.id }} {{agent.name}}')).toEqual([
    '{{agent.name}}',
    '{{ order.id }}',
  ]);
});

test('a contact who is shown by number or address has no name', () => {
  const phone = '+34612000000';
  expect(contactVariables({ name: phone, phone, email: null })['contact.name']).toBeNull();
  expect(contactVariables({ name: 'Ana', phone, email: null })['contact.name']).toBe('Ana');
});
