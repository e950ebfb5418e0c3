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

test('fills known variables and keeps unknown ones unchanged', () => {
  expect(
    fillVariables('Hi {{contact.name}}, {{ Agent.Name }} here: {{contact.email}} {{order.id}}', known),
  ).toBe('Hi Ana $& Ruiz, Tom here: {{contact.email}} {{order.id}}');
});

test('a custom attribute has a variable named after it, which stays unchanged without a value', () => {
  expect(attributeVariable('Día de renovación')).toBe('contact.attribute.dia-de-renovacion');
  const values = { ...known, [attributeVariable('Renewal date')]: '2026-12-01' };
  expect(fillVariables('Renews {{contact.attribute.renewal-date}}, {{contact.attribute.tier}}', values)).toBe(
    'Renews 2026-12-01, {{contact.attribute.tier}}',
  );
});

test('lists each unresolved variable once, in its original spelling', () => {
  expect(unresolvedVariables('{{ contact.email }} {{order.id}} {{order.id}}')).toEqual([
    '{{ contact.email }}',
    '{{order.id}}',
  ]);
});

test.each(['{{1}}', '{ contact.name }', '{{}}', '{{ two words }}', 'contact.name'])(
  '%s is not a variable',
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
])('the automatic text %j becomes %j, and %j for a contact without a name', (text, filled, without) => {
  expect(fillAutomaticText(text, known)).toBe(filled);
  expect(fillAutomaticText(text, { ...known, 'contact.name': null })).toBe(without);
});

test('an automatic text has variables of the contact, but not of an agent', () => {
  expect(unknownAutomaticVariables('{{contact.name}} {{Contact.Phone}} {{contact.email}} {{1}}')).toEqual([]);
  expect(unknownAutomaticVariables('{{agent.name}} {{ order.id }} {{agent.name}}')).toEqual([
    '{{agent.name}}',
    '{{ order.id }}',
  ]);
});

test('a contact whose shown name is a phone number or e-mail address has no name', () => {
  const phone = '+34612000000';
  expect(contactVariables({ name: phone, phone, email: null })['contact.name']).toBeNull();
  expect(contactVariables({ name: 'Ana', phone, email: null })['contact.name']).toBe('Ana');
});
